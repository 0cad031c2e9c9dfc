import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../runtime/auth/', import.meta.url);
const files = readdirSync(root, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.ts'));
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8');

test('loads jose on first use, and never for HMAC', () => {
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    expect(read(file), file).not.toMatch(/from 'jose'/);
    if (!file.startsWith('jwt')) expect(read(file), file).not.toContain("'jose'");
  }
  expect(read('hmac/hmac.ts')).not.toContain('../jwt');
});

test('uses web standards only, without modules of Node.js', () => {
  for (const file of files)
    expect(read(file), file).not.toMatch(/'node:|\bBuffer\.|\bprocess\.[a-z]/);
});
