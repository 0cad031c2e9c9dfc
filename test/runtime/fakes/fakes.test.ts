import { describe, expect, test } from 'vitest';
import { createFakes, FakeError, type FakeSchema, type FakeTable } from '@tallystick/runtime/fakes';

/** Fakes of a schema with consecutive seeds. */
function fakesOf(schema: FakeSchema | string, count: number, table: FakeTable = {}): unknown[] {
  const fakes = createFakes(table);
  return Array.from({ length: count }, (_, seed) => fakes.make({ schema, name: 'value', seed }));
}

const text: FakeSchema = { type: ['string'] };
const object = (properties: FakeSchema['properties'], required = Object.keys(properties ?? {})) =>
  ({ type: ['object'], properties, required }) as FakeSchema;

describe('seeds', () => {
  const pet = object({
    name: text,
    age: { type: ['integer'] },
    email: { ...text, format: 'email' },
  });

  test('equal seeds give equal fakes, other seeds others', () => {
    expect(fakesOf(pet, 5)).toEqual(fakesOf(pet, 5));
    expect(new Set(fakesOf(pet, 20).map((value) => JSON.stringify(value))).size).toBe(20);
  });

  test('a further property changes no other one', () => {
    const { properties } = pet;
    const longer = object({ first: text, ...properties });
    const others = fakesOf(longer, 10).map((value) => {
      const { first: _, ...rest } = value as { first: unknown };
      return rest;
    });
    expect(others).toEqual(fakesOf(pet, 10));
  });

  test('a seed that is no integer is refused', () => {
    const fakes = createFakes({});
    expect(() => fakes.make({ schema: text, name: 'Name', seed: 0.5 })).toThrow(
      'The seed of a fake of "Name" must be an integer.',
    );
  });

  test('seed 0 uses valid examples and has all optional properties', () => {
    const schema: FakeSchema = {
      type: ['object'],
      properties: {
        name: { ...text, examples: ['Rex'] },
        size: { type: ['integer'], maximum: 5, examples: [9, 3] },
      },
    };
    expect(fakesOf(schema, 1)).toEqual([{ name: 'Rex', size: 3 }]);
  });
});

describe('unions', () => {
  test('consecutive seeds select every branch, also of unions in unions', () => {
    const kinds = ['a', 'b', 'c'].map((kind) =>
      object({ kind: { enum: [kind] }, inner: { oneOf: [{ enum: [1] }, { enum: [2] }] } }),
    );
    const values = fakesOf({ oneOf: kinds }, 7) as { kind: string; inner: number }[];
    const seen = new Set(values.map(({ kind, inner }) => `${kind}${inner}`));
    expect([...seen].sort()).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'c2']);
  });

  test('consecutive seeds select every value of an enum, and null', () => {
    const values = fakesOf({ type: ['string', 'null'], enum: ['x', 'y', 'z', null] }, 9);
    expect(new Set(values)).toEqual(new Set(['x', 'y', 'z', null]));
    expect(fakesOf({ type: ['integer', 'null'] }, 13)).toContain(null);
  });

  test('exactly one branch of oneOf matches', () => {
    const schema: FakeSchema = {
      oneOf: [
        { type: ['integer'], multipleOf: '2', minimum: 0, maximum: 30 },
        { type: ['integer'], multipleOf: '3', minimum: 0, maximum: 30 },
      ],
    };
    for (const value of fakesOf(schema, 50) as number[])
      expect([value % 2, value % 3].filter((rest) => rest === 0)).toHaveLength(1);
  });

  test('a discriminator demands its property', () => {
    const schema: FakeSchema = {
      anyOf: [object({ size: text }, []), object({ age: text }, [])],
      tags: { property: 'kind', values: [['cat'], ['dog']] },
    };
    const kinds = (fakesOf(schema, 5) as { kind: string }[]).map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(['cat', 'dog']));
  });
});

describe('recursive schemas', () => {
  test('end', () => {
    const table: FakeTable = {
      Node: object(
        { value: text, left: 'Node', right: 'Node', all: { type: ['array'], items: 'Node' } },
        ['value'],
      ),
    };
    for (const value of fakesOf('Node', 30, table))
      expect(JSON.stringify(value).length).toBeLessThan(100_000);
  });

  test('end by the branches that end', () => {
    const table: FakeTable = {
      Filter: { oneOf: ['And', 'Not', 'Leaf'] },
      And: object({ and: { type: ['array'], items: 'Filter', minItems: 2 } }),
      Not: object({ not: 'Filter' }),
      Leaf: object({ field: text }),
    };
    const texts = fakesOf('Filter', 40, table).map((value) => JSON.stringify(value));
    for (const word of ['"and"', '"not"', '"field"'])
      expect(texts.some((each) => each.includes(word))).toBe(true);
  });

  test('without an end have no fake', () => {
    const table: FakeTable = { Endless: object({ next: 'Endless' }) };
    const fakes = createFakes(table);
    expect(() => fakes.make({ schema: 'Endless', name: 'Endless' })).toThrow(FakeError);
  });
});

describe('texts', () => {
  test.each([
    '^[A-Z]{3}-\\d{4}$',
    '^(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d]{8,20}$',
    '^\\+?[1-9]\\d{1,14}$',
    '^(?:foo|bar){2,}$',
    '^\\p{Lu}\\p{Ll}+$',
    '^[^@\\s]+@[^@\\s]+\\.[a-z]{2,}$',
    '^(\\w)x\\1$',
    '\\bword\\b',
    '^$',
  ])('match the pattern %s', (pattern) => {
    const expression = new RegExp(pattern, 'u');
    for (const value of fakesOf({ ...text, pattern }, 10)) expect(value).toMatch(expression);
  });

  test.each([
    { minLength: 40, maxLength: 40 },
    { minLength: 0, maxLength: 0 },
    { maxLength: 3 },
    { pattern: '^[a-z]{1,64}$', minLength: 50 },
    { pattern: '^[a-z]+', minLength: 30 },
    { format: 'uuid', maxLength: 36 },
  ])('have the length and the pattern of %j', (keywords) => {
    const { minLength = 0, maxLength = 100 } = keywords;
    for (const value of fakesOf({ ...text, ...keywords }, 10) as string[]) {
      expect(value.length).toBeGreaterThanOrEqual(minLength);
      expect(value.length).toBeLessThanOrEqual(maxLength);
    }
  });
});

describe('numbers', () => {
  test.each<[FakeSchema, (value: number) => boolean]>([
    [{ type: ['integer'], minimum: 5, maximum: 5 }, (value) => value === 5],
    [{ type: ['integer'], exclusiveMinimum: 3, exclusiveMaximum: 5 }, (value) => value === 4],
    [
      { type: ['number'], exclusiveMinimum: 0, exclusiveMaximum: 1 },
      (value) => value > 0 && value < 1,
    ],
    [
      { type: ['number'], multipleOf: '0.01', minimum: 1.001, maximum: 1.02 },
      (value) => [1.01, 1.02].includes(value),
    ],
    [{ type: ['integer'], maximum: -7 }, (value) => value <= -7 && Number.isInteger(value)],
    [
      { type: ['integer'], allOf: [{ multipleOf: '6' }, { multipleOf: '4' }] },
      (value) => value % 12 === 0,
    ],
  ])('of %j', (schema, isValid) => {
    for (const value of fakesOf(schema, 20)) expect(value).toSatisfy(isValid);
  });
});

describe('arrays and objects', () => {
  test('have items that differ, and those that are demanded', () => {
    const schema: FakeSchema = {
      type: ['array'],
      items: { enum: [1, 2, 3, 4] },
      uniqueItems: true,
      minItems: 3,
      contains: { enum: [4] },
    };
    for (const value of fakesOf(schema, 20) as number[][]) {
      expect(new Set(value).size).toBe(value.length);
      expect(value.length).toBeGreaterThanOrEqual(3);
      expect(value).toContain(4);
    }
  });

  test('have the demanded number of properties with allowed names', () => {
    const schema: FakeSchema = {
      type: ['object'],
      propertyNames: { pattern: '^[a-z]{2}$' },
      additionalProperties: { type: ['boolean'] },
      minProperties: 3,
      maxProperties: 4,
    };
    for (const value of fakesOf(schema, 20) as object[]) {
      expect(Object.keys(value).length).toBeGreaterThanOrEqual(3);
      for (const name of Object.keys(value)) expect(name).toMatch(/^[a-z]{2}$/);
    }
  });

  test('have what other properties demand', () => {
    const schema: FakeSchema = {
      type: ['object'],
      properties: { card: text, address: text },
      dependentRequired: { card: ['address'] },
      dependentSchemas: { card: object({ holder: text }) },
    };
    const values = fakesOf(schema, 30) as Record<string, unknown>[];
    const paid = values.filter((value) => 'card' in value);
    expect(paid.length).toBeGreaterThan(0);
    for (const value of paid)
      expect(Object.keys(value)).toEqual(expect.arrayContaining(['address', 'holder']));
  });

  test('have a property of any name as their own', () => {
    const properties = JSON.parse(
      '{ "__proto__": { "type": ["string"] }, "constructor": { "type": ["string"] } }',
    ) as Record<string, FakeSchema>;
    const [value] = fakesOf(
      { type: ['object'], properties, required: ['__proto__', 'constructor'] },
      1,
    );
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
  });
});

describe('contradictions', () => {
  test.each<FakeSchema>([
    { type: ['integer'], minimum: 2, maximum: 1 },
    { allOf: [{ type: ['string'] }, { type: ['integer'] }] },
    { type: ['string'], enum: [] },
    { type: ['string'], pattern: '^a$', minLength: 2 },
    object({ a: false }),
    { oneOf: [text, { type: ['string'] }] },
    { not: {} },
  ])('have no fake: %j', (schema) => {
    expect(() => fakesOf(schema, 1)).toThrow('There is no fake of "value"');
  });
});
