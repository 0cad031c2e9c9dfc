import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../.tallystick/guide-sandbox');

test('docs/sandbox/tests.md: tests with a tenant of their own do not see one another', async () => {
  const page = readFileSync('docs/sandbox/tests.md', 'utf8');
  const [, program = ''] = /```ts\r?\n([\s\S]*?)```/.exec(page) ?? [];
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'tests.ts');
  writeFileSync(file, program);
  const { twoTests } = (await import(file)) as { twoTests(): Promise<readonly string[]> };
  const addresses = await twoTests();
  expect(new Set(addresses).size).toBe(2);
});
