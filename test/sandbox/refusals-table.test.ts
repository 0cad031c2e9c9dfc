import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Where each surface's refusals are provoked, by the column of the design's table. */
const columns: Readonly<Record<string, readonly string[]>> = {
  'P v2 / v1': ['platform-refusals.test.ts'],
  X: ['exchange/rest-refusals.test.ts', 'exchange/money-rest.test.ts'],
  F50: ['exchange/fix-refusals.test.ts'],
  F42: ['exchange/fix-refusals.test.ts'],
};

/** The rows of the table in section 21 of the design: the cells by the name of their column. */
function refusalTable(): readonly Readonly<Record<string, string>>[] {
  const [, section = ''] = readFileSync('docs/sandbox/design.md', 'utf8').split('## 21. Refusals');
  const [table = ''] = section.split('\n1. **refusals-1**');
  const [header = [], , ...rows] = table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return rows.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ''])));
}

/** The codes that tests of some files name in their titles. */
function provokedIn(files: readonly string[]): ReadonlySet<string> {
  const text = files.map((file) => readFileSync(`test/sandbox/${file}`, 'utf8')).join('\n');
  const titles = text.matchAll(/'refusals-1(?:, [a-z-]+\d+)*: ([a-z]+(?:-[a-z]+)*)/g);
  const cells = text.matchAll(/name: '([a-z]+(?:-[a-z]+)*)/g);
  return new Set([...titles, ...cells].map(([, code = '']) => code));
}

test.each(Object.entries(columns))(
  'refusals-1: a test provokes each refusal of the column %s',
  (column, files) => {
    const said = refusalTable().filter((row) => !row[column]?.startsWith('–'));
    const codes = said.flatMap(({ code = '' }) =>
      [...code.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name),
    );
    expect(codes.length).toBeGreaterThan(10);
    const provoked = provokedIn(files);
    expect(codes.filter((code) => !provoked.has(code))).toEqual([]);
  },
);
