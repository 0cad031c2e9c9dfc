import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { guardsIn } from './sound-guards.js';

const folderOf = (name: string): string => `test/cases/${name}/output`;
const cases = readdirSync('test/cases').filter((name) =>
  ['types.ts', 'validators.ts'].every((file) => existsSync(`${folderOf(name)}/${file}`)),
);
const acceptedIn = guardsIn(cases.map(folderOf));

/** Whose types are of another module, or whose text has a pattern: no value that is made of the types alone passes. */
const opaque: ReadonlySet<string> = new Set(['date-codecs', 'decimals', 'linear-patterns']);

/** Packages in which a `bigint` may represent any integer (docs/guide/numbers.md). */
const withBigints: ReadonlySet<string> = new Set(['big-integers']);

describe('guards accept only values of their type', () => {
  test.each(cases)('in case %s', async (name) => {
    const { count, wrong } = await acceptedIn(folderOf(name), withBigints.has(name) ? [] : [7n]);
    expect(wrong).toEqual([]);
    if (!opaque.has(name)) expect(count).toBeGreaterThan(0);
  });
});
