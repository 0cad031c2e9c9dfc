import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { canonicalJson } from '../../runtime/auth/jwt/index.js';
import { sharedPath } from '../shared.js';

const folder = sharedPath('suites', 'rfc8785-jcs', 'testdata');
const names = folder === undefined ? [] : readdirSync(`${folder}/input`);

test.skipIf(folder === undefined).each(names)(
  'canonical JSON of %s (RFC 8785; the suite lies in a folder of its own)',
  (name) => {
    const expected = readFileSync(`${folder}/output/${name}`);
    expect(canonicalJson(readFileSync(`${folder}/input/${name}`))).toBe(expected.toString('utf8'));
  },
);

test.skipIf(folder === undefined)('the suite is not empty', () => {
  expect(names.length).toBeGreaterThan(5);
});

test.each([
  ['{"a":1,"a":2}', 'duplicate-member'],
  ['"\\ud800"', 'lone-surrogate'],
])('%s has no canonical form', (text, code) => {
  expect(() => canonicalJson(text)).toThrow(expect.objectContaining({ code }));
});
