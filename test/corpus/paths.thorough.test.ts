import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sharedPath } from '../shared.js';
import { compared } from '../types/paths-comparison.js';

const corpus = sharedPath('corpus', 'openapi');

const documents: readonly (readonly [file: string, least: number, differing: readonly string[]])[] =
  [
    ['1password.local__connect.json', 9, []],
    ['adobe.com__aem.json', 15, []],
    ['twitter.com__current.json', 200, []],
    ['stripe.com.json', 700, []],
    // "items" beside a "oneOf" of a list and a text: ours keeps the list alone.
    ['docker.com__engine.json', 70, ['ourContainerConfig', 'ourImage']],
  ];

test.skipIf(corpus === undefined).each(documents)(
  'our types and those of openapi-typescript are the same for %s',
  async (file, least, want) => {
    const document = join(corpus ?? '', file);
    const { both, differing } = await compared(file.replace(/\W+/g, '-'), document);
    expect(both).toBeGreaterThanOrEqual(least);
    expect(differing).toEqual(want);
  },
);
