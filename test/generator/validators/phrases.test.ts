import { describe, expect, test } from 'vitest';
import type { Json } from '../../../generator/model/schema.js';
import { compile } from './compile.js';

const text = { type: 'string', maxLength: 3 } as const;

describe('what was expected is said in words that a person can act on', () => {
  test.each<[string, Json, unknown, string]>([
    ['branches by what they are', { anyOf: [text, { type: 'null' }] }, 5, 'a string or null'],
    [
      'branches by their values',
      { anyOf: [text, { enum: ['on', 7] }] },
      true,
      'a string or "on" or 7',
    ],
    [
      'branches alike by their places too',
      { anyOf: [text, { type: 'string', pattern: '^a+$' }, { type: 'integer', minimum: 3 }] },
      true,
      'a string (anyOf/0), a string (anyOf/1) or an integer',
    ],
    [
      'a type that is refused',
      { not: { type: ['string', 'null'] } },
      'x',
      'anything but a string or null',
    ],
    ['a value that is refused', { not: { const: 5 } }, 5, 'anything but 5'],
    ['a member that is refused', { not: { required: ['a'] } }, { a: 1 }, 'no member "a"'],
    [
      'members that are refused together',
      { not: { required: ['a', 'b'] } },
      { a: 1, b: 1 },
      'no members "a" and "b" together',
    ],
    ['an item that has to be there', { contains: { const: 3 } }, [1], 'at least 1 item that is 3'],
    [
      'items that have to be there',
      { contains: { type: 'string' }, minContains: 2 },
      ['a'],
      'at least 2 items that are each a string',
    ],
    [
      'items of more than words can say',
      { contains: text },
      [1],
      'at least 1 item that fits "contains"',
    ],
  ])('%s', (_what, schema, value, expected) => {
    expect(
      compile(schema)
        .check(value)
        .map((violation) => violation.expected),
    ).toEqual([expected]);
  });

  test.each([
    ['no items', [], 'an empty array'],
    ['one item', [1], 'an array of 1 item'],
    ['a long text', '😀'.repeat(60), `"${'😀'.repeat(22)}..." of 60 characters`],
    ['a bigint', 5n, 'a bigint'],
  ])('what was found: %s', (_what, value, found) => {
    expect(compile({ type: 'boolean' }).check(value)).toMatchObject([{ found }]);
  });
});
