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

describe('expectation of a violation', () => {
  test.each<[string, Json, unknown, string]>([
    [
      'branches by their types',
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
      'branches by their required properties',
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
      'equal branches by their locations too',
      { anyOf: [even, even, { type: 'integer', minimum: 3 }] },
      true,
      'an array (anyOf/0), an array (anyOf/1) or an integer of at least 3',
    ],
    ['values with names', { oneOf: [{ const: 1, title: 'One' }, { const: 2 }] }, 3, '1 (One) or 2'],
    [
      'the values of a discriminator',
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
      'all branches that are equally close',
      { anyOf: [date, { type: 'string', pattern: '^x' }, { enum: ['soon'] }, { type: 'integer' }] },
      'late',
      'a date such as 2024-01-31, a string that matches ^x or "soon"',
    ],
    [
      'the first of many equally close branches',
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
      'any of several required properties',
      { anyOf: [{ required: ['email'] }, { title: 'Phone', required: ['phone'] }] },
      {},
      'a member "email" or a member "phone" (Phone)',
    ],
    [
      'a property that all branches require',
      { anyOf: [{ required: ['id'] }, { minProperties: 1, required: ['id'] }] },
      { a: 1 },
      'a member "id"',
    ],
    [
      'branches in not',
      { not: { anyOf: [date, { type: 'null' }] } },
      null,
      'anything but a date such as 2024-01-31 or null',
    ],
    ['not inside not', { not: { not: date } }, 5, 'a date such as 2024-01-31'],
    ['a pattern in not', { not: { pattern: '^a' } }, 'ab', 'a string that does not match ^a'],
    [
      'a condition without an accepted branch',
      { if: { type: 'null' }, else: false },
      5,
      'a value that "if" accepts',
    ],
    ['maxItems 0', { maxItems: 0 }, [1], 'no items'],
    ['an additional item', { prefixItems: [true], items: false }, [1, 2], 'at most 1 item'],
    ['maxProperties 0', { maxProperties: 0 }, { a: 1 }, 'no members'],
    ['a type in not', { not: { type: ['string', 'null'] } }, 'x', 'anything but a string or null'],
    ['a constant in not', { not: { const: 5 } }, 5, 'anything but 5'],
    ['a required property in not', { not: { required: ['a'] } }, { a: 1 }, 'no member "a"'],
    [
      'required properties in not',
      { not: { required: ['a', 'b'] } },
      { a: 1, b: 1 },
      'no members "a" and "b" together',
    ],
    ['a contained item', { contains: { const: 3 } }, [1], 'at least 1 item that is 3'],
    [
      'contained items',
      { contains: { type: 'string' }, minContains: 2 },
      ['a'],
      'at least 2 items that are each a string',
    ],
    [
      'contained items by more than their type',
      { contains: text },
      [1],
      'at least 1 item that is a string of at most 3 characters',
    ],
    [
      'contained items without a short description',
      { contains: even },
      [1],
      'at least 1 item that fits "contains"',
    ],
  ])('describes %s', (_what, schema, value, expected) => {
    expect(
      compile(schema)
        .check(value)
        .map((violation) => violation.expected),
    ).toEqual([expected]);
  });

  test('distinguishes a name from the value of its property', () => {
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
  ])('describes a value: %s', (_what, value, found) => {
    expect(compile({ type: 'boolean' }).check(value)).toMatchObject([{ found }]);
  });
});

describe('violation of uniqueItems', () => {
  const { check } = compile({ type: 'object', properties: { tags: { uniqueItems: true } } });
  const loops = [[], []].map((loop: unknown[]) => {
    loop.push(loop);
    return loop;
  });

  test.each<[string, readonly unknown[], string]>([
    ['values', ['a', 1, 'b', 1], 'equal items at 1 and 3'],
    [
      'objects, in any order of their properties',
      [{ a: 1, b: [2] }, 0, { b: [2], a: 1 }],
      '0 and 2',
    ],
    ['many arrays', [...Array.from({ length: 40 }, (_, index) => [index]), [39]], '39 and 40'],
    ['arrays that contain themselves', loops, 'an array'],
  ])('names equal %s', (_what, tags, found) => {
    const [violation] = check({ tags });
    expect(violation?.pointer).toBe('/tags');
    expect(violation?.expected).toBe('items that are all different');
    expect(violation?.found).toContain(found);
  });

  test('names nothing of a secret', () => {
    const secret = compile({ type: 'array', uniqueItems: true, writeOnly: true });
    const [violation] = secret.check([1, 1]);
    expect([violation?.keyword, violation?.found]).toEqual(['uniqueItems', undefined]);
  });
});
