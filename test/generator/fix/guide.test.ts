import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { run } from '../cli/console.js';
import { fixHost } from './messages.js';

const page = readFileSync('docs/guide/fix.md', 'utf8');
const part = page.slice(page.indexOf('\n## Messages for people'));
const [line = '', printed] = [...part.matchAll(/^```text\n(.*?)^```/gms)].map(([, text]) => text);
const json = /^```json\n(.*?)^```/ms.exec(part)?.[1] ?? '';
const spec = ['--spec', 'orders.yaml'];

test('guide shows the output of fix decode', async () => {
  const host = fixHost({ '/work/session.log': line });
  expect((await run(['fix', 'decode', 'session.log', ...spec], host)).out.trimEnd()).toBe(
    printed?.trimEnd(),
  );
  const { out } = await run(['fix', 'decode', 'session.log', '--json', ...spec], host);
  expect(JSON.parse(out)).toEqual(JSON.parse(json));
});

test('guide shows the output of fix encode', async () => {
  const host = fixHost({ '/work/order.json': json });
  const encoded = await run(
    ['fix', 'encode', 'order.json', '--delimiter', '|', '--force', ...spec],
    host,
  );
  expect(`18:00:00.123 out ${encoded.out}`).toBe(line);
});
