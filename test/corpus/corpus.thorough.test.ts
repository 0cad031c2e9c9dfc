import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  checkedRows,
  corpusPage,
  proseOf,
  rowsOf,
  staleLines,
} from '../../scripts/corpus-table.js';
import { documents, isValid, nameOf, testDocuments } from './documents.js';
import {
  unrecoverable,
  invalidDocuments,
  knownGaps,
  olderCompilerDocuments,
  toleratedErrors,
} from './expectations.js';

/**
 * Generates and compiles every document with the strictest options. Known failures are listed by name with the reason, and a listed
 * document that succeeds fails the test.
 */
testDocuments('corpus', documents, ({ bench, rows }) => {
  test('the corpus is complete', () => {
    expect(documents.filter(isValid)).toHaveLength(147);
    expect(documents).toHaveLength(168);
    const names = new Set(documents.map(({ file }) => file));
    const listed = [invalidDocuments, toleratedErrors, unrecoverable, knownGaps].flatMap((list) =>
      Object.keys(list),
    );
    expect(listed.filter((file) => !names.has(file))).toEqual([]);
  });

  test('the output compiles with TypeScript 7, except for known gaps', () => {
    const errors = bench.check();
    const gaps = Object.keys(knownGaps).map(nameOf);
    const failing = gaps.filter((name) => errors.some((line) => line.startsWith(`${name}/`)));
    expect(
      errors.filter((line) => !gaps.some((name) => line.startsWith(`${name}/`))),
      'errors beside the known gaps',
    ).toEqual([]);
    expect(failing, 'gaps that are still there').toEqual(gaps);
  }, 600_000);

  test('a sample of the output compiles with TypeScript 5.9', () => {
    expect(bench.check('typescript', olderCompilerDocuments.map(nameOf))).toEqual([]);
  }, 300_000);

  test('docs/corpus.md lists the results', () => {
    const text = readFileSync('docs/corpus.md', 'utf8');
    const page = rowsOf(text);
    const seen = documents.map(({ file }) => rows.get(file) ?? []);
    expect(checkedRows(page), 'run `node scripts/corpus.js`').toEqual(checkedRows(seen));
    expect(staleLines(page, seen), 'run `node scripts/corpus.js`').toEqual([]);
    expect(proseOf(text), 'run `node scripts/corpus.js`').toBe(proseOf(corpusPage(page)));
  });
});
