import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/guide/tokens.md', root), 'utf8');
const folder = new URL('runtime/auth/', root);
const files = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.ts'));
const textOf = (chosen: readonly string[]): string =>
  chosen.map((file) => readFileSync(new URL(file, folder), 'utf8')).join('\n');
const sources = textOf(files.filter((file) => !/^(?:hmac|keys)/.test(file)));
const listed = namesOn(page);

function namesOn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/`([a-z0-9-]+)`/g)].map(([, name = '']) => name));
}

test('the page documents every reason and code of the sources', () => {
  const reasons = [...sources.matchAll(/(?:refuse|TokenRefusal|AuthError)\(\s*'([a-z0-9-]+)'/g)];
  const table = [...sources.matchAll(/\['[a-z0-9]+', '(header-[a-z0-9-]+)'\]/g)];
  expect(reasons.length).toBeGreaterThan(60);
  expect(table.length).toBe(7);
  for (const [, name] of [...reasons, ...table]) expect(listed).toContain(name ?? '');
});

test('the sources contain every code of an error on the page', () => {
  const codes = [...page.matchAll(/^\| `([a-z]+-[a-z-]+)` +\| [a-z]/gm)].map(([, name]) => name);
  expect(codes.length).toBe(10);
  for (const code of codes) expect(sources).toContain(`'${code}'`);
});

test('the guide of security schemes documents the reasons of keys, tokens and passwords', () => {
  const guide = namesOn(readFileSync(new URL('docs/guide/security.md', root), 'utf8'));
  const keys = textOf(files.filter((file) => file.startsWith('keys')));
  const reasons = [...keys.matchAll(/(?:refused\(|reason: )'([a-z-]+)'/g)].map(
    ([, name = '']) => name,
  );
  expect(new Set(reasons).size).toBeGreaterThan(6);
  expect(reasons.filter((reason) => !guide.has(reason))).toEqual([]);
});

test('the guide of signatures documents every reason, kind and code', () => {
  const guide = readFileSync(new URL('docs/guide/signatures.md', root), 'utf8');
  const hmac = textOf(files.filter((file) => file.startsWith('hmac')));
  const refusals = [...hmac.matchAll(/\brefuse\(\s*'([a-z]+)',\s*'([a-z-]+)'/g)];
  const codes = [...hmac.matchAll(/AuthError\(\s*'([a-z-]+)'/g)];
  expect(refusals.length).toBeGreaterThan(15);
  expect(codes.length).toBeGreaterThan(10);
  const names = [...refusals, ...codes].flatMap(([, ...words]) => words);
  expect(names.filter((name) => !namesOn(guide).has(name))).toEqual([]);
  const shown = [...guide.matchAll(/^\| `([a-z-]+)` +\| [a-z]/gm)].map(([, name = '']) => name);
  expect(shown.filter((name) => !hmac.includes(`'${name}'`))).toEqual([]);
});
