import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { nodeHandler } from '@tallystick/runtime/http/node';
import { createBakery } from './contract-tests/bakery.js';
import { runVitest } from './contract-tests/run-vitest.js';
import { startMockOf } from './generator/cli/mock-server.js';

const page = readFileSync('docs/guide/contract-tests.md', 'utf8');
const programs = [...page.matchAll(/^```ts\n(.*?)^```/gms)].map(([, body = '']) => body);
const blocks = [...page.matchAll(/^```text\n(.*?)^```/gms)].map(([, body = '']) =>
  body.trimEnd().split('\n'),
);
const marks: Readonly<Record<string, string>> = { passed: '✓', failed: '×' };

/** Results of the programs of the page, each as a test file: of a bakery that keeps orders, and of a mock of its description. */
async function resultsOf(bakery: string, mock: string): Promise<readonly (readonly string[])[]> {
  const folder = resolve('.tallystick/guide-contract-tests');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const output = resolve('test/cases/contract-tests/output/src/contract-tests.js');
  for (const [index, program] of programs.entries())
    writeFileSync(
      join(folder, `program-${index}.test.ts`),
      program.replace('@acme/bakery/contract-tests', output).replace('http://127.0.0.1:4010', mock),
    );
  const results = await runVitest(folder, { BAKERY_URL: bakery, BAKERY_KEY: 'any' });
  return programs.map((_, index) =>
    results
      .filter(({ file }) => file.endsWith(`program-${index}.test.ts`))
      .map(({ state, title }) => `${marks[state] ?? '↓'} ${title}`),
  );
}

test('the programs of the guide test a service and a mock, as the guide shows', async () => {
  const server = createServer(nodeHandler(createBakery().transport));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const description = readFileSync('test/cases/contract-tests/openapi.yaml', 'utf8');
  const mock = await startMockOf({ 'bakery.yaml': description });
  const [first = [], second = [], third = []] = await resultsOf(
    `http://127.0.0.1:${port}/v1`,
    mock.address,
  );
  await mock.stop();
  server.close();
  const [shown = [], sequences = []] = blocks;
  expect(first.slice(0, shown.length)).toEqual(shown);
  expect(second).toContain(
    '✓ examples of calls that read > getOrder: values from the schema: orderId → 404',
  );
  expect(second).toContain(
    '↓ examples of calls that may change data > addPhotos: example, from the schema: id',
  );
  expect(third).toContain('✓ responses on request > bakeOrder: response 409');
  for (const line of sequences) expect(third).toContain(`✓ sequences > ${line}`);
  const all = [...first, ...second, ...third];
  expect(all.filter((line) => line.startsWith('×'))).toEqual([]);
});
