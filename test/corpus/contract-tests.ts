import { dirname, join, relative } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { diskHost, generate } from '../../generator/index.js';
import { planMock, startMock, type RunningMock } from '../../generator/mock/mock.js';
import { readModels } from '../../generator/pipeline/generate.js';
import type { IndexedDocument } from '../../scripts/corpus-table.js';
import { outputFolder, overlayHost } from '../conformance/hostile/overlay-host.js';
import {
  type Compiler,
  createWorkbench,
  type Workbench,
} from '../conformance/hostile/type-check.js';
import { type NodeResults, runNode } from '../contract-tests/run-node.js';
import { sharedPath } from '../shared.js';
import { nameOf } from './documents.js';

const folder = sharedPath('corpus', 'openapi') ?? '';

/** What is required of the tests of some documents. */
export interface Requirements {
  /** Least number of tests that pass on mocks. */
  readonly passed: number;
  /** Greatest share of tests that a mock cannot satisfy, because it has no value for a schema. */
  readonly failed: number;
  readonly compilers: readonly Compiler[];
}

/** Tests that the emitter `tests` writes tests that compile, and that they pass on a mock of the document. */
export function testContracts(
  name: string,
  chosen: readonly IndexedDocument[],
  required: Requirements,
): void {
  describe.skipIf(folder === '')('contract tests of real documents', () => {
    const bench = createWorkbench(name);
    const mocks: RunningMock[] = [];
    const all = { passed: 0, failed: [] as string[] };
    afterAll(async () => {
      for (const mock of mocks) await mock.close();
    });

    test.each(chosen)('$file: pass on a mock', async ({ file }) => {
      const path = join(folder, file);
      const host = overlayHost(dirname(path));
      const { ok } = await generate(
        {
          documents: [relative(dirname(path), path)],
          out: outputFolder,
          lenient: true,
          emitters: [{ name: 'tests', options: { runner: 'node:test' } }],
        },
        host,
      );
      expect(ok).toBe(true);
      const texts = new Map([...host.written()].filter(([each]) => /\.[jt]s$/.test(each)));
      bench.add(nameOf(file), texts);
      if (!texts.has('contract-tests.ts')) return;
      const { mock, schemes } = await startMockOf(path);
      mocks.push(mock);
      const { passed, failed } = await runTests(bench, nameOf(file), mock.address, schemes);
      all.passed += passed.length;
      all.failed.push(...failed.map((title) => `${file}: ${title}`));
    });

    test.each(required.compilers)(
      'compile with %s',
      (compiler) => {
        expect(bench.check(compiler)).toEqual([]);
      },
      600_000,
    );

    test('pass, except where a mock has no value', () => {
      expect(all.passed).toBeGreaterThanOrEqual(required.passed);
      const share = all.failed.length / (all.failed.length + all.passed);
      expect(share, all.failed.join('\n')).toBeLessThanOrEqual(required.failed);
    });
  });
}

async function startMockOf(
  path: string,
): Promise<{ readonly mock: RunningMock; readonly schemes: readonly string[] }> {
  const read = await readModels({ documents: [path], lenient: true }, diskHost(process.cwd()));
  const [api] = read.value ?? [];
  const plan = api && planMock([api], 0).value;
  if (api === undefined || plan === undefined) throw new Error('a mock has a plan');
  const mock = await startMock(plan, {
    port: 0,
    host: '127.0.0.1',
    stateful: false,
    seed: 0,
    interval: 1000,
    log: () => undefined,
  });
  return { mock, schemes: api.securitySchemes.map(({ key }) => key) };
}

/** Runs the tests of one document on its mock, with the test runner of Node. */
async function runTests(
  bench: Workbench,
  name: string,
  baseUrl: string,
  schemes: readonly string[],
): Promise<NodeResults> {
  const credentials = Object.fromEntries(schemes.map((key) => [key, 'YTpi']));
  const options = JSON.stringify({ baseUrl, credentials, allow: 'delete', mock: true });
  const results = await runNode(
    join(bench.folder, name),
    `import * as tests from './contract-tests.js';
const [run] = Object.values(tests);
run(${options});
`,
  );
  expect(results.passed.length + results.failed.length, results.report).toBeGreaterThan(0);
  return results;
}
