import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { DialectId, Json } from '../../../generator/model/schema.js';
import { compileAll } from '../../conformance/json-schema/compile.js';
import { compile } from './compile.js';

const policy = compile({
  type: 'object',
  required: ['id', 'rules'],
  additionalProperties: false,
  properties: {
    id: { type: 'string', format: 'uuid' },
    description: { type: 'string', maxLength: 5, pattern: '^[a-z]*$' },
    limit: { type: ['integer', 'null'], minimum: 1, maximum: 10 },
    rules: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { type: 'string', enum: ['a', 'b'] },
    },
    'odd/name~': { type: 'boolean' },
  },
});
const id = '5c6e7b5e-3c3c-4c3c-8c3c-0123456789ab';

describe('report', () => {
  test('is empty for a valid value, which the guard accepts', () => {
    const value = { id, description: 'abc', limit: null, rules: ['a', 'b'], 'odd/name~': true };
    expect(policy.is(value)).toBe(true);
    expect(policy.check(value)).toEqual([]);
  });

  test('lists every violation with its pointer and schema location', () => {
    const value = {
      description: 'TOO LONG',
      limit: 2.5,
      rules: ['c', 'c'],
      'odd/name~': 1,
      more: 2,
    };
    expect(policy.is(value)).toBe(false);
    expect(
      policy.check(value).map(({ pointer, keyword, schema }) => [pointer, keyword, schema]),
    ).toEqual([
      ['', 'required', 'api.yaml#/required'],
      ['/description', 'maxLength', 'api.yaml#/properties/description/maxLength'],
      ['/description', 'pattern', 'api.yaml#/properties/description/pattern'],
      ['/limit', 'type', 'api.yaml#/properties/limit/type'],
      ['/rules/0', 'enum', 'api.yaml#/properties/rules/items/enum'],
      ['/rules/1', 'enum', 'api.yaml#/properties/rules/items/enum'],
      ['/rules', 'uniqueItems', 'api.yaml#/properties/rules/uniqueItems'],
      ['/odd~1name~0', 'type', 'api.yaml#/properties/odd~1name~0/type'],
      ['/more', 'additionalProperties', 'api.yaml#/additionalProperties'],
    ]);
  });

  test('describes the expectation and the value', () => {
    const value = { id: 'x', description: 'a'.repeat(200), limit: 11, rules: [] };
    expect(policy.check(value).map(({ expected, found }) => [expected, found])).toEqual([
      ['a UUID', '"x"'],
      ['at most 5 characters', `"${'a'.repeat(45)}..." of 200 characters`],
      ['at most 10', '11'],
      ['at least 1 item', 'an empty array'],
    ]);
  });

  test.each([
    ['a length', { type: 'string', pattern: '^[a-z]*$', allOf: [{ maxLength: 3 }] }],
    [
      'the length of a string or null',
      { type: ['string', 'null'], minLength: 1, allOf: [{ maxLength: 3 }] },
    ],
    ['a bound', { type: 'integer', minimum: 1, allOf: [{ maximum: 3 }] }],
    ['a union', { type: 'string', minLength: 1, anyOf: [{ maxLength: 3 }, { pattern: '^x' }] }],
    ['items', { type: 'array', minItems: 1, allOf: [{ maxItems: 3 }] }],
    ['members', { type: 'object', required: ['a'], allOf: [{ required: ['b'] }] }],
  ])('ends after a wrong type if %s is in another subschema', (_, schema) => {
    const { is, check } = compile(schema);
    for (const value of [undefined, true]) {
      expect(is(value)).toBe(false);
      expect(check(value).map(({ keyword }) => keyword)).toEqual(['type']);
    }
  });

  test('contains existing schema locations', () => {
    const tagged = (k: string): Json => ({
      type: 'object',
      required: ['k'],
      properties: { k: { const: k } },
    });
    const places = (schema: Json, value: unknown): readonly unknown[] =>
      compile(schema)
        .check(value)
        .map((violation) => [violation.keyword, violation.schema]);
    expect(places({ dependentRequired: { a: ['b'] } }, { a: 1 })).toEqual([
      ['dependentRequired', 'api.yaml#/dependentRequired/a'],
    ]);
    expect(places({ oneOf: [tagged('a'), tagged('b')] }, { k: 'c' })).toEqual([
      ['discriminator', 'api.yaml#/oneOf'],
    ]);
    expect(places(false, 1)).toEqual([['false schema', 'api.yaml#']]);
  });

  test.each<readonly [DialectId, Json, unknown, string]>([
    ['7', { items: [true, false] }, [1, 2], '/items'],
    ['6', { items: [{}, {}], additionalItems: false }, [1, 2, 3], '/additionalItems'],
    ['2019-09', { items: [{ type: 'string' }] }, [1], '/items/0/type'],
    ['4', { dependencies: { a: ['b'] } }, { a: 1 }, '/dependencies/a'],
    ['7', { dependencies: { a: false } }, { a: 1 }, '/dependencies'],
    ['4', { minimum: 3, exclusiveMinimum: true }, 3, '/exclusiveMinimum'],
    ['2020-12', { prefixItems: [true, false] }, [1, 2], '/prefixItems'],
    ['2020-12', { dependentRequired: { a: ['b'] } }, { a: 1 }, '/dependentRequired/a'],
  ])('contains the keywords of the document: draft %s with %j', (dialect, schema, value, place) => {
    const [check] = compileAll([{ schema, dialect }]);
    const found = check?.check(value) ?? [];
    expect(found.map((violation) => violation.schema.split('#')[1])).toEqual([place]);
    expect(place).toContain(found[0]?.keyword);
  });

  test('identifies undefined items of a list', () => {
    const list = compile({ type: 'array', items: { type: 'string', minLength: 1 } });
    expect(list.check(['a', undefined])).toEqual([
      { pointer: '/1', keyword: 'type', expected: 'a string', schema: 'api.yaml#/items/type' },
    ]);
    const lists = compile({
      type: 'array',
      items: {
        anyOf: [
          { type: 'string', minLength: 1 },
          { type: 'object', minProperties: 1 },
        ],
      },
    });
    expect(lists.check([undefined])).toMatchObject([
      { pointer: '/0', keyword: 'anyOf', schema: 'api.yaml#/items/anyOf' },
    ]);
  });

  test('ends after a wrong type', () => {
    expect(policy.check('text')).toEqual([
      {
        pointer: '',
        keyword: 'type',
        expected: 'an object',
        found: '"text"',
        schema: 'api.yaml#/type',
      },
    ]);
  });

  test('describes a bigint as a wrong type, or compares it', () => {
    const schema = { type: 'integer', format: 'int64', minimum: 1 } as const;
    expect(compile(schema).check(0n)).toMatchObject([{ keyword: 'type', found: 'a bigint' }]);
    expect(compile(schema, { int64: 'bigint' }).check(0n)).toMatchObject([{ keyword: 'minimum' }]);
    expect(compile({ maximum: 1 }, { int64: 'bigint' }).check(2n)).toMatchObject([
      { keyword: 'maximum' },
    ]);
  });

  test('cuts text between characters', () => {
    const [violation] = compile({ type: 'integer' }).check('a'.repeat(44) + '😀'.repeat(20));
    expect(violation?.found).toBe(`"${'a'.repeat(44)}..." of 64 characters`);
  });

  test('contains plain data, to print and to send', () => {
    const [check] = compileAll([{ schema: { minLength: 3 }, dialect: '2020-12' }]);
    const [violation] = check?.check('ab') ?? [];
    const schema = 'https://schemas.test/schema.json#/minLength';
    const shown = { pointer: '', keyword: 'minLength', expected: 'at least 3 characters' };
    const data = { ...shown, found: '"ab"', schema };
    expect(JSON.parse(JSON.stringify(violation))).toEqual(data);
    expect(inspect(violation)).toBe(inspect(data));
  });

  test('names the schema of each violation, also next to a reference', () => {
    const check = compile({
      type: 'object',
      properties: {
        entity: { $ref: '#/$defs/Entity' },
        part: { $ref: '#/$defs/Part' },
        owned: { $ref: '#/$defs/Owned' },
        other: { $ref: '#/$defs/Owned' },
      },
      $defs: {
        Entity: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
        Owned: { $ref: '#/$defs/Entity', minProperties: 2, required: ['owner'] },
        Part: {
          allOf: [
            { $ref: '#/$defs/Entity' },
            { type: 'object', properties: { size: { type: 'integer' } } },
          ],
        },
      },
    });
    const found = check.check({ entity: {}, part: { id: 1, size: 'L' }, owned: {} });
    expect(found.map(({ pointer, schema }) => `${pointer} ${schema}`)).toEqual([
      '/entity api.yaml#/$defs/Entity/required',
      '/part/id api.yaml#/$defs/Entity/properties/id/type',
      '/part/size api.yaml#/$defs/Part/allOf/1/properties/size/type',
      '/owned api.yaml#/$defs/Owned/minProperties',
      '/owned api.yaml#/$defs/Owned/required',
      '/owned api.yaml#/$defs/Entity/required',
    ]);
  });

  test('contains equal constraints of several subschemas once', () => {
    const check = compile({
      allOf: [{ $ref: '#/$defs/Owned' }, { $ref: '#/$defs/Dated' }],
      $defs: {
        Entity: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
        Owned: { allOf: [{ $ref: '#/$defs/Entity' }], required: ['owner'] },
        Dated: { allOf: [{ $ref: '#/$defs/Entity' }], required: ['date'] },
      },
    });
    expect(check.check({}).map(({ expected }) => expected)).toEqual([
      'a member "owner"',
      'a member "id"',
      'a member "date"',
    ]);
    expect(check.check({ id: 1, owner: 1, date: 1 })).toHaveLength(1);
  });

  test('has at most a thousand violations', () => {
    const numbers = compile({ type: 'array', items: { type: 'string' } });
    expect(numbers.check(Array.from({ length: 5000 }, () => 0))).toHaveLength(1000);
  });
});

describe('a closed object', () => {
  const union = compile({
    oneOf: [
      { required: ['size'], properties: { size: { type: 'integer' }, floor: { type: 'integer' } } },
      { required: ['funds'], properties: { funds: { type: 'integer' } } },
    ],
    properties: { price: { type: 'integer' } },
    unevaluatedProperties: false,
  });
  const textsOf = (value: Json): readonly string[] =>
    union.check(value).map(({ pointer, expected }) => `${pointer} ${expected}`);

  test('suggests the declared property that is probably meant', () => {
    expect(textsOf({ size: 1, prise: 2 })).toEqual([
      '/prise no such member; did you mean "price"?',
    ]);
    expect(textsOf({ size: 1, colour: 2 })).toEqual(['/colour no such member']);
  });

  test('rejects properties of the branch that does not apply', () => {
    expect(textsOf({ funds: 1, floor: 1 })).toEqual(['/floor no such member']);
  });

  test('reports a violation in a branch alone, not that its properties are undeclared', () => {
    expect(textsOf({ size: '1', floor: 1 })).toEqual(['/size an integer']);
    expect(textsOf({ size: '1', flor: 1 })).toEqual([
      '/flor no such member; did you mean "floor"?',
      '/size an integer',
    ]);
  });
});
