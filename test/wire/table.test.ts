import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { wireTable } from '../../scripts/wire-table.js';
import { sharedPath } from '../shared.js';
import { parsePointer } from '../../generator/core/pointer.js';

test('docs/wire.md lists the cases (printed by node scripts/wire-table.js)', () => {
  expect(readFileSync('docs/wire.md', 'utf8')).toBe(wireTable());
});

const file = sharedPath('suites', 'rfc6901', 'vectors.json');

test.skipIf(file === undefined)('parsePointer resolves the pointers of RFC 6901', () => {
  const { document, pointers } = JSON.parse(readFileSync(file ?? '', 'utf8')) as {
    readonly document: unknown;
    readonly pointers: readonly { readonly pointer: string; readonly value: unknown }[];
  };
  expect(pointers.length).toBeGreaterThan(10);
  for (const { pointer, value } of pointers) {
    const found = parsePointer(pointer)?.reduce<unknown>(
      (at, token) => (typeof at === 'object' && at !== null ? Reflect.get(at, token) : undefined),
      document,
    );
    expect(found).toEqual(value);
  }
});
