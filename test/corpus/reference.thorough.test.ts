import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { indexOf } from '../../scripts/corpus-table.js';
import { createWorkbench } from '../conformance/hostile/type-check.js';
import { addSamples, brokenLinks, generateDocument, unsafeParts } from '../reference/pages.js';
import { sharedPath } from '../shared.js';

const folder = sharedPath('corpus', 'openapi') ?? '';

/** Every third of the small documents, and every sixth of those that are larger. */
const documents =
  folder === ''
    ? []
    : indexOf(folder)
        .filter(({ bytes }) => bytes < 40_000)
        .filter(({ bytes }, index) => index % (bytes < 12_000 ? 3 : 6) === 0);

describe.skipIf(folder === '')('references of real documents', () => {
  const bench = createWorkbench('reference-corpus');
  let samples = 0;

  test.each(documents)('$file: every link leads somewhere', async ({ file }) => {
    const generated = await generateDocument(join(folder, file));
    expect([...brokenLinks(generated), ...unsafeParts(generated.pages)]).toEqual([]);
    samples += addSamples(bench, generated, file);
  });

  test('samples compile', () => {
    expect(samples).toBeGreaterThan(150);
    expect(bench.check()).toEqual([]);
  }, 120_000);
});
