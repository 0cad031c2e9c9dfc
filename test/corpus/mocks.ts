import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generate } from '../../generator/index.js';
import type { IndexedDocument } from '../../scripts/corpus-table.js';
import { outputFolder, overlayHost } from '../conformance/hostile/overlay-host.js';
import { createWorkbench } from '../conformance/hostile/type-check.js';
import { sharedPath } from '../shared.js';
import { nameOf } from './documents.js';

const folder = sharedPath('corpus', 'openapi') ?? '';

const compilerOptions = { paths: { msw: [resolve('test/msw/library.d.ts')] } };

/** Tests that the emitter `msw` writes a mock for every operation, and that they compile; `least` mocks or more. */
export function testMocks(name: string, chosen: readonly IndexedDocument[], least: number): void {
  describe.skipIf(folder === '')('mocks of real documents', () => {
    const bench = createWorkbench(name, compilerOptions);
    let mocks = 0;

    test.each(chosen)('$file: has a mock for each operation', async ({ file }) => {
      const path = join(folder, file);
      const host = overlayHost(dirname(path));
      const { ok } = await generate(
        {
          documents: [relative(dirname(path), path)],
          out: outputFolder,
          lenient: true,
          emitters: ['msw'],
        },
        host,
      );
      expect(ok).toBe(true);
      const texts = new Map([...host.written()].filter(([each]) => /\.[jt]s$/.test(each)));
      bench.add(nameOf(file), texts);
      const operations = count(texts, 'operations/', /^export const \w+Descriptor:/gm);
      const written = count(texts, 'msw/', /: OperationMock</g);
      mocks += written;
      expect(written).toBe(operations);
    });

    test('compile', () => {
      expect(bench.check()).toEqual([]);
      expect(mocks).toBeGreaterThanOrEqual(least);
    }, 600_000);
  });
}

function count(texts: ReadonlyMap<string, string>, below: string, pattern: RegExp): number {
  const files = [...texts].filter(([path]) => path.startsWith(below));
  return files.reduce((sum, [, text]) => sum + [...text.matchAll(pattern)].length, 0);
}
