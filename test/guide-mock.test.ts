import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startMockOf } from './generator/cli/mock-server.js';

const page = readFileSync('docs/guide/mock.md', 'utf8');
const document = /^```yaml\n(openapi.*?)^```/ms.exec(page)?.[1] ?? '';
const blocks = [...page.matchAll(/^```js\n(.*?)^```/gms)].map(([, body = '']) => body);

type Program = (log: { log(...words: unknown[]): void }) => Promise<void>;

/** Runs a program of the guide on the mock at an address, and returns what it prints. */
async function printedBy(body: string, address: string): Promise<readonly string[]> {
  const here = body.replaceAll('http://127.0.0.1:4010', address);
  const program = new Function(`return async (console) => {${here}};`)() as Program;
  const printed: string[] = [];
  await program({ log: (...words) => void printed.push(words.join(' ')) });
  return printed;
}

test.each(blocks)('a program of the guide prints its comments: %#', async (body) => {
  const mock = await startMockOf(
    { 'petstore.yaml': document },
    ...(body.includes('DELETE') ? ['--stateful'] : []),
  );
  const written = body.split('\n').filter((line) => line.startsWith('// '));
  expect(written.length).toBeGreaterThan(0);
  expect(await printedBy(body, mock.address)).toEqual(written.map((line) => line.slice(3)));
  await mock.stop();
});

test('the mock prints what the guide says', async () => {
  const mock = await startMockOf({ 'petstore.yaml': document });
  const headers = { Authorization: 'Bearer a', 'Content-Type': 'application/json' };
  const body = '{"name":""}';
  await (await fetch(`${mock.address}/pets`, { method: 'POST', headers, body })).text();
  await (await fetch(`${mock.address}/pets/7`, { headers })).text();
  await mock.printed('GET /pets/7');
  const shown = /^```text\n(mock: .*?)^```/ms.exec(page)?.[1];
  expect(mock.output().replace(mock.address, 'http://127.0.0.1:4010')).toBe(shown);
  await mock.stop();
});
