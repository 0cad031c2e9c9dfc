import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { generate } from '../../generator/index.js';
import type { IndexedDocument } from '../../scripts/corpus-table.js';
import { outputFolder, overlayHost } from '../conformance/hostile/overlay-host.js';
import { createWorkbench } from '../conformance/hostile/type-check.js';
import { sharedPath } from '../shared.js';
import { nameOf } from './documents.js';

const folder = sharedPath('corpus', 'openapi') ?? '';

/**
 * Tests that the emitters `query` and `swr` write something for every operation that they do not report, and that it compiles with
 * TypeScript 5.9 and 7; `least` functions or more.
 */
export function testQueries(name: string, chosen: readonly IndexedDocument[], least: number): void {
  describe.skipIf(folder === '')('queries of real documents', () => {
    const bench = createWorkbench(name);
    let functions = 0;

    test.each(chosen)('$file: has queries for its operations', async ({ file }) => {
      const path = join(folder, file);
      const host = overlayHost(dirname(path));
      const { ok, diagnostics } = await generate(
        {
          documents: [relative(dirname(path), path)],
          out: outputFolder,
          lenient: true,
          emitters: ['client', 'query', 'swr'],
        },
        host,
      );
      expect(ok).toBe(true);
      const texts = new Map([...host.written()].filter(([each]) => each.endsWith('.ts')));
      bench.add(nameOf(file), texts);
      const reported = diagnostics.filter(({ code }) => code === 'uncached-operation').length;
      const operations = count(texts, 'operations/', /^export const \w+Descriptor:/gm);
      const queries = count(texts, 'query/', /: (?:Query|Mutation)(?:Options)?Of</g);
      const pairs = count(texts, 'swr/', /: Swr(?:Query|Mutation)Of</g);
      functions += queries;
      expect(queries).toBeGreaterThanOrEqual(operations - reported / 2);
      expect(pairs).toBe(queries);
    });

    test('compile', () => {
      for (const version of ['typescript-7', 'typescript'] as const)
        expect(bench.check(version), version).toEqual([]);
      expect(functions).toBeGreaterThanOrEqual(least);
    }, 600_000);
  });
}

function count(texts: ReadonlyMap<string, string>, below: string, pattern: RegExp): number {
  const files = [...texts].filter(([path]) => path.startsWith(below));
  return files.reduce((sum, [, text]) => sum + [...text.matchAll(pattern)].length, 0);
}
