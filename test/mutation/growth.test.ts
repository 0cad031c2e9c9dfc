import { describe, expect, test } from 'vitest';
import { generate, memoryHost } from '../../generator/generate.js';
import { createWorkbench } from '../conformance/hostile/type-check.js';
import { deepShapes, evaluatedShapes, positions, wideShapes } from './shapes-that-grow.js';

const bench = createWorkbench('growth');

/** What comes of a document, which is kept to be compiled. */
async function written(name: string, document: object): Promise<ReadonlyMap<string, string>> {
  const host = memoryHost({ 'a.json': JSON.stringify(document) });
  const { ok, diagnostics } = await generate({ documents: ['a.json'], out: 'out' }, host);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(ok).toBe(true);
  const texts = [...host.files()].filter(
    ([path]) => path.startsWith('/out/') && path.endsWith('.ts'),
  );
  const files = new Map(texts.map(([path, text]) => [path.slice('/out/'.length), text]));
  bench.add(name, files);
  return files;
}

function lengthOf(files: ReadonlyMap<string, string>): number {
  return [...files.values()].reduce((sum, text) => sum + text.length, 0);
}

describe('what is written grows with the document, and no faster:', () => {
  const all = Object.entries({ ...deepShapes, ...evaluatedShapes, ...wideShapes, ...positions });
  test.each(all)('%s', async (name, shape) => {
    const folder = (count: number): string => `${name.replaceAll(/\W+/g, '-')}-${count}`;
    const lengths: number[] = [];
    for (const count of [10, 20, 40])
      lengths.push(lengthOf(await written(folder(count), shape(count))));
    const [once = 0, twice = 0, fourTimes = 0] = lengths;
    expect(twice).toBeLessThan(once * 2.5);
    expect(fourTimes).toBeLessThan(twice * 2.5);
  });
});

test('what was written compiles under the strictest flags', () => {
  expect(bench.check()).toEqual([]);
}, 120_000);
