import { describe, expect, test } from 'vitest';
import { generate, memoryHost } from '../../generator/index.js';
import type { PackageRequest } from '../../generator/pipeline/request.js';
import { createWorkbench } from '../conformance/hostile/type-check.js';
import { growingDocuments } from './documents-that-grow.js';
import { deepShapes, evaluatedShapes, positions, wideShapes } from './shapes-that-grow.js';

const bench = createWorkbench('growth');

/** Output for a document, kept for compilation. */
async function written(
  name: string,
  document: object | string,
  settings: Partial<PackageRequest> = {},
): Promise<ReadonlyMap<string, string>> {
  const [path, text] =
    typeof document === 'string' ? ['a.yaml', document] : ['a.json', JSON.stringify(document)];
  const host = memoryHost({ [path]: text });
  const request = { documents: [path], out: 'out', ...settings };
  const { ok, diagnostics } = await generate(request, host);
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

const sizes = [10, 20, 40];
const folder = (name: string, count: number): string => `${name.replaceAll(/\W+/g, '-')}-${count}`;

function expectGrowth([once = 0, twice = 0, fourTimes = 0]: readonly number[]): void {
  expect(twice).toBeLessThan(once * 2.5);
  expect(fourTimes).toBeLessThan(twice * 2.5);
}

describe('output grows linearly with a schema:', () => {
  const all = Object.entries({ ...deepShapes, ...evaluatedShapes, ...wideShapes, ...positions });
  test.each(all)('%s', async (name, shape) => {
    const lengths: number[] = [];
    for (const count of sizes)
      lengths.push(lengthOf(await written(folder(name, count), shape(count))));
    expectGrowth(lengths);
  });
});

describe('output grows linearly with a document:', () => {
  test.each(Object.entries(growingDocuments))('%s', async (name, { document, settings }) => {
    const lengths: number[] = [];
    for (const count of sizes)
      lengths.push(lengthOf(await written(folder(name, count), document(count), settings)));
    expectGrowth(lengths);
  });
});

test('a subtype of unions with many branches accepts properties of any branch', async () => {
  const document = growingDocuments['subtypes of unions with many branches']?.document(10) ?? {};
  const files = await written('extension', document);
  const use = `import type { A0 } from './types.js';
export const value: A0 = { own0: 'own', p7_1: 'text', k: 7, q3: 'text' };
export const own: string | undefined = value.own0;
// @ts-expect-error -- It is a text.
export const wrong: A0 = { own0: 7 };
`;
  bench.add('extension', new Map([...files, ['use.ts', use]]));
});

test('the output compiles with the strictest options', () => {
  expect(bench.check()).toEqual([]);
}, 120_000);
