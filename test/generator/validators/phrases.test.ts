import { describe, expect, test } from 'vitest';
import type { Json } from '../../../generator/model/schema.js';
import { violationText } from '../../../runtime/core/validate/index.js';
import { compile } from './compile.js';

const text = { type: 'string', maxLength: 3 } as const;
const date = { type: 'string', format: 'date' } as const;
const even = {
  type: 'array',
  items: { type: 'number', multipleOf: 2 },
  uniqueItems: true,
} as const;

describe('what was expected is said in words that a person can act on', () => {
  test.each<[string, Json, unknown, string]>([
    [
      'branches by what they are',
      { anyOf: [text, { type: 'null' }] },
      5,
      'a string of at most 3 characters or null',
    ],
    [
      'branches by their values',
      { anyOf: [{ type: 'string', pattern: '^x' }, { enum: ['on', 7] }] },
      true,
      'a string that matches ^x, "on" or 7',
    ],
    [
      'branches by their formats',
      { anyOf: [date, { type: 'string', format: 'uuid' }] },
      5,
      'a date such as 2024-01-31 or a UUID',
    ],
    [
      'branches by their bounds',
      {
        oneOf: [
          { type: 'integer', exclusiveMinimum: 3 },
          { type: 'number', maximum: -1.5 },
          { type: 'integer', format: 'int32', multipleOf: 5 },
        ],
      },
      'x',
      'an integer of more than 3, a number of at most -1.5 or an integer of 32 bits that is a multiple of 5',
    ],
    [
      'branches by their items',
      {
        oneOf: [
          { type: 'array', items: { type: 'string' } },
          { type: 'array', minItems: 1 },
        ],
      },
      5,
      'an array whose items are each a string or an array of at least 1 item',
    ],
    [
      'branches by the members that they ask for',
      {
        anyOf: [
          { type: 'object', required: ['a', 'b'] },
          { type: 'object', required: ['c'], properties: { c: { type: 'string' } } },
        ],
      },
      5,
      'an object with the members "a" and "b" or an object with a member "c"',
    ],
    [
      'branches alike by their places too',
      { anyOf: [even, even, { type: 'integer', minimum: 3 }] },
      true,
      'an array (anyOf/0), an array (anyOf/1) or an integer of at least 3',
    ],
    [
      'values that have names',
      { oneOf: [{ const: 1, title: 'One' }, { const: 2 }] },
      3,
      '1 (One) or 2',
    ],
    [
      'the values by which branches are told apart',
      {
        oneOf: ['a', 'b'].map((name) => ({
          type: 'object',
          required: ['kind'],
          properties: { kind: { const: name } },
        })),
      },
      5,
      'an object whose "kind" is "a" or "b"',
    ],
    [
      'whatever would do where several branches are as close',
      { anyOf: [date, { type: 'string', pattern: '^x' }, { enum: ['soon'] }, { type: 'integer' }] },
      'late',
      'a date such as 2024-01-31, a string that matches ^x or "soon"',
    ],
    [
      'the first of many branches that are as close',
      {
        anyOf: Array.from({ length: 20 }, (_, index) => ({ type: 'string', minLength: index + 2 })),
      },
      'x',
      `${Array.from({ length: 8 }, (_, index) => `at least ${index + 2} characters`).join(', ')} or one of 12 more`,
    ],
    [
      'the first of many branches',
      {
        anyOf: Array.from({ length: 20 }, (_, index) => ({ type: 'string', minLength: index + 2 })),
      },
      5,
      `${Array.from({ length: 12 }, (_, index) => `a string of at least ${index + 2} characters`).join(', ')} or one of 8 more`,
    ],
    [
      'whichever member would do',
      { anyOf: [{ required: ['email'] }, { title: 'Phone', required: ['phone'] }] },
      {},
      'a member "email" or a member "phone" (Phone)',
    ],
    [
      'one member that all branches ask for',
      { anyOf: [{ required: ['id'] }, { minProperties: 1, required: ['id'] }] },
      { a: 1 },
      'a member "id"',
    ],
    [
      'branches that are refused',
      { not: { anyOf: [date, { type: 'null' }] } },
      null,
      'anything but a date such as 2024-01-31 or null',
    ],
    ['a refusal that is refused', { not: { not: date } }, 5, 'a date such as 2024-01-31'],
    [
      'a pattern that is refused',
      { not: { pattern: '^a' } },
      'ab',
      'a string that does not match ^a',
    ],
    [
      'a condition that leaves nothing',
      { if: { type: 'null' }, else: false },
      5,
      'a value that "if" accepts',
    ],
    ['no more items', { maxItems: 0 }, [1], 'no items'],
    ['a single item more', { prefixItems: [true], items: false }, [1, 2], 'at most 1 item'],
    ['no members', { maxProperties: 0 }, { a: 1 }, 'no members'],
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
      'items by more than their type',
      { contains: text },
      [1],
      'at least 1 item that is a string of at most 3 characters',
    ],
    [
      'items of more than words can say',
      { contains: even },
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

  test('tells a name from the value of its member', () => {
    const check = compile({ propertyNames: { pattern: '^[a-z]+$' } });
    expect(check.check({ A: 1 }).map(violationText)).toEqual([
      '/A (of its name): expected a string that matches ^[a-z]+$, found "A"',
    ]);
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
