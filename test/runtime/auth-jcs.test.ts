import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { canonicalJson } from '../../runtime/auth/jwt/index.js';
import { sharedPath } from '../shared.js';

const folder = sharedPath('suites', 'rfc8785-jcs', 'testdata');
const names = folder === undefined ? [] : readdirSync(`${folder}/input`);

test.skipIf(folder === undefined).each(names)(
  'canonicalJson returns the canonical form of %s (RFC 8785)',
  (name) => {
    const expected = readFileSync(`${folder}/output/${name}`);
    expect(canonicalJson(readFileSync(`${folder}/input/${name}`))).toBe(expected.toString('utf8'));
  },
);

test.skipIf(folder === undefined)('canonicalJson is tested with more than five files', () => {
  expect(names.length).toBeGreaterThan(5);
});

test.each([
  ['{"a":1,"a":2}', 'duplicate-member'],
  ['"\\ud800"', 'lone-surrogate'],
])('canonicalJson rejects %s', (text, code) => {
  expect(() => canonicalJson(text)).toThrow(expect.objectContaining({ code }));
});
