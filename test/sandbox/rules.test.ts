import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rulesTable, sandboxRules, unknownRules } from '../../scripts/rules-table.js';

/** Rules without a test. Remove a rule when it gets one; add none. */
const untested: readonly string[] = [];

test('shape-5: docs/sandbox/rules.md lists the tests (written by node scripts/rules-table.js)', () => {
  const page = readFileSync('docs/sandbox/rules.md', 'utf8').replaceAll('\r\n', '\n');
  expect(page).toBe(rulesTable());
});

test('shape-5: the list of rules without a test only gets shorter', () => {
  const open = sandboxRules().filter(({ files }) => files.length === 0);
  expect(open.map(({ id }) => id)).toEqual(untested);
});

test('shape-5: every test is named after a rule of the design', () => {
  expect(unknownRules()).toEqual([]);
});
