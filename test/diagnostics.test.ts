import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DiagnosticTypeData } from '../generator/core/diagnostic.js';
import { rules, strictRules } from '../generator/lint/rules/index.js';
import { diagnosticTypes } from '../generator/pipeline/diagnostics.js';

const folder = 'docs/diagnostics';
const pages = readdirSync(folder).map((name) => name.replace(/\.md$/, ''));
const sources = sourcesBelow('generator');
const strictCodes = codesOf(strictRules).filter((code) => !codesOf(rules).includes(code));

/** Definitions: the function and the code of each. */
const DEFINITION = /\bdefine(?:Recoverable)?(?:Error|Warning)\(\s*(?:'([a-z-]+)')?/g;
const definitions = [...sources]
  .filter(([path]) => path !== 'generator/core/diagnostic.ts')
  .flatMap(([path, text]) =>
    [...text.matchAll(DEFINITION)].map(([, code = `no literal in ${path}`]) => code),
  );

function sourcesBelow(path: string): ReadonlyMap<string, string> {
  const entries = readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const below = join(path, entry.name);
    if (entry.isDirectory())
      return ['node_modules', 'dist'].includes(entry.name) ? [] : [...sourcesBelow(below)];
    return entry.name.endsWith('.ts') ? [[below, readFileSync(below, 'utf8')] as const] : [];
  });
  return new Map(entries);
}

function codesOf(
  some: readonly { readonly diagnostics: readonly DiagnosticTypeData[] }[],
): readonly string[] {
  return some.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code));
}

/** The first words of the page of a diagnostic. */
function severityOf({ code, severity, isRecoverable }: DiagnosticTypeData): string {
  if (severity === 'error') return isRecoverable ? 'Error, or warning with `--lenient`.' : 'Error.';
  return strictCodes.includes(code) ? 'Warning, with `--strict` only.' : 'Warning.';
}

describe('catalogue of diagnostics', () => {
  it('contains every definition, and nothing else', () => {
    expect([...diagnosticTypes.keys()].sort()).toEqual([...new Set(definitions)].sort());
  });

  it('has one definition for each code', () => {
    const duplicates = definitions.filter((code, index) => definitions.indexOf(code) !== index);
    expect(duplicates).toEqual([]);
  });

  it('has a page for each code, and a code for each page', () => {
    expect([...diagnosticTypes.keys()].sort()).toEqual(pages.sort());
  });

  it('is loaded by no run', () => {
    const lists = [...sources]
      .filter(([, text]) => /from '[^']*\/diagnostics\.js'/.test(text))
      .map(([path]) => path);
    expect(lists).toEqual(['generator/pipeline/diagnostics.ts']);
    const users = [...sources].filter(([, text]) => text.includes('pipeline/diagnostics.js'));
    expect(users).toEqual([]);
  });
});

describe('pages of diagnostics', () => {
  it.each([...diagnosticTypes.values()])('state the severity of $code', (type) => {
    const text = readFileSync(join(folder, `${type.code}.md`), 'utf8');
    const start = `# ${type.code}\n\n${severityOf(type)} `;
    expect(text.slice(0, start.length)).toBe(start);
  });
});
