import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/guide/tokens.md', root), 'utf8');
const folder = new URL('runtime/auth/', root);
const sources = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(new URL(file, folder), 'utf8'))
  .join('\n');
const listed = new Set([...page.matchAll(/`([a-z0-9-]+)`/g)].map(([, name]) => name));

test('every reason and every code that is written out stands on the page', () => {
  const reasons = [...sources.matchAll(/(?:refuse|TokenRefusal|AuthError)\(\s*'([a-z0-9-]+)'/g)];
  const table = [...sources.matchAll(/\['[a-z0-9]+', '(header-[a-z0-9-]+)'\]/g)];
  expect(reasons.length).toBeGreaterThan(60);
  expect(table.length).toBe(7);
  for (const [, name] of [...reasons, ...table]) expect(listed).toContain(name);
});

test('every code of an error that the page lists exists', () => {
  const codes = [...page.matchAll(/^\| `([a-z]+-[a-z-]+)` +\| [a-z]/gm)].map(([, name]) => name);
  expect(codes.length).toBe(9);
  for (const code of codes) expect(sources).toContain(`'${code}'`);
});
