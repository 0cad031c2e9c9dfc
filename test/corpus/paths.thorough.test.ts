import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sharedPath } from '../shared.js';
import { compared } from '../types/paths-comparison.js';

const corpus = sharedPath('corpus', 'openapi');

const documents: readonly (readonly [
  file: string,
  least: number,
  differing: readonly string[] | 'ours alone',
])[] = [
  ['1password.local__connect.json', 9, []],
  ['adobe.com__aem.json', 15, []],
  // Types with a "Problem", which is a union of its subtypes: types of openapi-typescript are not assignable to it.
  ['twitter.com__current.json', 200, 'ours alone'],
  ['stripe.com.json', 700, []],
  // "items" beside a "oneOf" of a list and a text: ours keeps the list alone.
  ['docker.com__engine.json', 70, ['ourContainerConfig', 'ourImage']],
];

test.skipIf(corpus === undefined).each(documents)(
  'prints types equal to those of openapi-typescript for %s',
  async (file, least, want) => {
    const document = join(corpus ?? '', file);
    const { both, differing } = await compared(file.replace(/\W+/g, '-'), document);
    expect(both).toBeGreaterThanOrEqual(least);
    if (want === 'ours alone')
      expect(differing.filter((name) => !name.startsWith('our'))).toEqual([]);
    else expect(differing).toEqual(want);
  },
);
