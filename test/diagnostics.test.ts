import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = 'docs/diagnostics';
const pages = readdirSync(folder).map((name) => name.replace(/\.md$/, ''));
const sources = sourcesBelow('generator');

function sourcesBelow(path: string): readonly string[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const below = join(path, entry.name);
    if (entry.isDirectory()) {
      return entry.name === 'node_modules' || entry.name === 'dist' ? [] : sourcesBelow(below);
    }
    return entry.name.endsWith('.ts') ? [readFileSync(below, 'utf8')] : [];
  });
}

/** Codes as they are written: the first argument of a reporter, or the `code` of a diagnostic. */
const CODE =
  /(?:\b(?:error|warning|report|warn|define\w+)\(\s*(?:[\w.]+,\s*)?|\bcode: |\bCODE = )'([a-z]+(?:-[a-z]+)*)'/g;
const codes = new Set(
  sources.flatMap((text) => [...text.matchAll(CODE)].map(([, code = '']) => code)),
);

describe('pages of diagnostics', () => {
  it('include well-known codes', () => {
    const some = ['syntax', 'forbidden-reference', 'invalid-type', 'schema-cycle', 'jwt-claims'];
    expect([...codes]).toEqual(expect.arrayContaining(some));
  });

  it('exist for every code', () => {
    expect([...codes].filter((code) => !pages.includes(code)).sort()).toEqual([]);
  });

  it('have a code each', () => {
    const text = sources.join('\n');
    expect(pages.filter((page) => !text.includes(`'${page}'`))).toEqual([]);
  });

  it.each(pages)('start with severity and meaning: %s', (page) => {
    const text = readFileSync(join(folder, `${page}.md`), 'utf8');
    expect(text.startsWith(`# ${page}\n\n`)).toBe(true);
    expect(text).toMatch(/^# .*\n\n(?:Error|Warning)\b/);
  });
});
