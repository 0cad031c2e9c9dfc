import { describe, expect, test } from 'vitest';
import type { Json } from '../../../generator/model/schema.js';
import { compileAll } from '../../conformance/json-schema/compile.js';
import { compile } from './compile.js';

/** `{"child":{"child":…{}}}`. */
function deep(levels: number): unknown {
  return JSON.parse('{"child":'.repeat(levels) + '{}' + '}'.repeat(levels)) as unknown;
}

describe('hostile values', () => {
  const tree = compile({
    type: 'object',
    properties: { child: { $ref: '#' }, any: { type: 'array', uniqueItems: true } },
  });

  test('nested 100,000 levels deep are rejected with a violation', () => {
    const deep = JSON.parse('{"child":'.repeat(100_000) + '{}' + '}'.repeat(100_000)) as unknown;
    expect(tree.is(deep)).toBe(false);
    expect(tree.check(deep)).toMatchObject([{ keyword: 'depth' }]);
    const fine = JSON.parse('{"child":'.repeat(500) + '{}' + '}'.repeat(500)) as unknown;
    expect(tree.is(fine)).toBe(true);
  });

  test.each<readonly [string, Json]>([
    ['not', { not: { $ref: '#/$defs/Chain' } }],
    ['if', { if: { $ref: '#/$defs/Chain' }, then: false }],
    ['oneOf', { oneOf: [{ $ref: '#/$defs/Chain' }, { type: 'object' }] }],
    ['anyOf', { anyOf: [{ $ref: '#/$defs/Chain' }, { type: 'string' }] }],
    [
      'contains',
      { type: 'array', contains: { $ref: '#/$defs/Chain' }, maxContains: 0, minContains: 0 },
    ],
    ['unevaluatedProperties', { oneOf: [{ $ref: '#/$defs/Chain' }], unevaluatedProperties: {} }],
  ])('nested too deeply are not accepted through %s', (keyword, schema) => {
    const check = compile({
      ...(schema as object),
      $defs: { Chain: { type: 'object', properties: { child: { $ref: '#/$defs/Chain' } } } },
    });
    const chain = deep(2000);
    const value = keyword === 'contains' ? [chain] : chain;
    expect(check.is(value)).toBe(false);
    expect(check.check(value)).toEqual([
      {
        pointer: '',
        keyword: 'depth',
        expected: 'data that nests less deeply',
        schema: 'api.yaml#',
      },
    ]);
  });

  test('may have property names in any alphabet', () => {
    const check = compile({
      properties: { šöäŸœñ: { type: 'string' }, имя: { type: 'integer' }, '€': { type: 'null' } },
      required: ['имя'],
    });
    expect(check.is({ šöäŸœñ: 'a', имя: 1, '€': null })).toBe(true);
    expect(check.is({ šöäŸœñ: 1, имя: 1 })).toBe(false);
    expect(check.check({ имя: 'a', '€': 0 })).toMatchObject([
      { pointer: '/имя' },
      { pointer: '/€' },
    ]);
  });

  test('nested deeply are rejected if each level takes many calls', () => {
    const links = Array.from({ length: 60 }, (_, index) => `Link${index}`);
    const reference = (name: string): Json => ({ $ref: `#/$defs/${name}` });
    const definitions = links.map((name, index) => {
      const next = links[index + 1];
      return [
        name,
        next === undefined ? { properties: { child: { $ref: '#' } } } : reference(next),
      ];
    });
    const check = compile({
      maxProperties: 60,
      allOf: [reference('Link0')],
      properties: {
        each: {
          properties: Object.fromEntries(
            links.map((name) => [name, { maxProperties: 1, allOf: [reference(name)] }]),
          ),
        },
      },
      $defs: Object.fromEntries(
        definitions.map(([name, next]) => [name, { maxProperties: 50, allOf: [next] }]),
      ),
    });
    expect(check.is(deep(990))).toBe(false);
    expect(check.check(deep(990))).toMatchObject([{ keyword: 'depth' }]);
    expect(check.is(deep(20))).toBe(true);
  });

  test('nested deeply are rejected if each level takes a large stack frame', () => {
    const names = Array.from({ length: 190 }, (_, index) => `member${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }] as const));
    const parts = Array.from({ length: 10 }, (_, index): readonly [string, Json] => [
      `d${index}`,
      {
        type: 'object',
        properties,
        allOf: [{ $ref: index === 9 ? '#/$defs/last' : `#/$defs/d${index + 1}` }],
      },
    ]);
    const check = compile({
      $ref: '#/$defs/d0',
      $defs: {
        ...Object.fromEntries(parts),
        last: { type: 'object', properties: { child: { $ref: '#' } } },
      },
    });
    expect(check.is(deep(990))).toBe(false);
    expect(check.check(deep(990))).toMatchObject([{ keyword: 'depth' }]);
  });

  test('with a getter that throws are not reported as nested too deeply', () => {
    const value = {
      get child(): unknown {
        throw new TypeError('gone');
      },
    };
    expect(() => tree.is(value)).toThrow('gone');
    expect(() => tree.check(value)).toThrow('gone');
  });

  const node = (...names: readonly string[]): readonly Json[] =>
    names.map((name) => ({
      type: 'object',
      required: [name],
      properties: { [name]: { type: 'string' }, child: { $ref: '#' } },
    }));
  test.each<readonly [string, Json]>([
    ['anyOf', { anyOf: node('a', 'b') }],
    ['oneOf', { oneOf: node('a', 'b', 'c') }],
    ['allOf', { allOf: node('a', 'b') }],
    ['if and then', { if: node('a')[0] ?? {}, then: node('b')[0] ?? {}, else: node('c')[0] ?? {} }],
    [
      'properties and patternProperties',
      {
        properties: { child: { $ref: '#' } },
        patternProperties: { '^c': { $ref: '#' } },
        required: ['a'],
      },
    ],
    ['unevaluatedProperties', { anyOf: node('a', 'b'), unevaluatedProperties: false }],
  ])('are checked in linear time through %s', { timeout: 120_000 }, (_, schema) => {
    const check = compile(schema);
    let looked = 0;
    const level = (child: unknown): object => ({
      a: 'a',
      b: 'b',
      get child() {
        looked += 1;
        return child;
      },
    });
    for (const leaf of [{}, { a: 'a', b: 'b' }, { a: 'a' }]) {
      let value: unknown = leaf;
      for (let depth = 0; depth < 300; depth += 1) value = level(value);
      looked = 0;
      const valid = check.is(value);
      expect(looked).toBeLessThan(20_000);
      expect(check.check(value).length === 0).toBe(valid);
      expect(looked).toBeLessThan(2_000_000);
    }
  });

  test('with cycles are compared in finite time', () => {
    const around: { [name: string]: unknown } = { a: 1 };
    around['self'] = [around];
    const other: { [name: string]: unknown } = { a: 1 };
    other['self'] = [{ a: 1, self: [other] }];
    expect(tree.is({ any: [around, { a: 2 }] })).toBe(true);
    expect(tree.check({ any: [1, around, other] })).toMatchObject([{ keyword: 'uniqueItems' }]);
  });

  test('nested deeply are compared without recursion', () => {
    const nested = (): unknown => JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as unknown;
    expect(tree.is({ any: [nested(), nested()] })).toBe(false);
    expect(tree.is({ any: [nested(), [nested()]] })).toBe(true);
  });

  test('with cycles are rejected', () => {
    const value: { child?: unknown } = {};
    value.child = value;
    expect(tree.is(value)).toBe(false);
  });

  test('have no properties inherited from Object.prototype', () => {
    const check = compile(
      JSON.parse(
        '{"type":"object","required":["constructor","toString","__proto__"],"properties":{"__proto__":{"type":"string"}}}',
      ) as Json,
    );
    expect(check.is({})).toBe(false);
    expect(check.is(JSON.parse('{"constructor":1,"toString":2,"__proto__":"3"}'))).toBe(true);
    expect(check.is(JSON.parse('{"constructor":1,"toString":2,"__proto__":3}'))).toBe(false);
  });

  test.each<[string, Json]>([
    ['additionalProperties', { additionalProperties: { type: 'number' } }],
    ['a closed object', { properties: { a: {} }, additionalProperties: false }],
    ['patternProperties', { patternProperties: { '^x': { type: 'number' } } }],
    ['propertyNames', { propertyNames: { maxLength: 1 } }],
    ['maxProperties', { maxProperties: 1 }],
    ['unevaluatedProperties', { properties: { a: {} }, unevaluatedProperties: false }],
  ])('have only own properties that are not undefined: %s', (_, schema) => {
    const check = compile({ type: 'object', ...(schema as object) });
    const inheriting = Object.assign(Object.create({ xx: 'inherited' }) as object, { a: 1 });
    expect(check.is(inheriting)).toBe(true);
    expect(check.is({ a: 1, xx: undefined })).toBe(true);
    expect(check.is({ a: 1, xx: 'own' })).toBe(false);
  });

  test('are measured before they are matched with a pattern', () => {
    const check = compile({ type: 'string', pattern: '^(a+)+$', maxLength: 10 });
    expect(check.is(`${'a'.repeat(100_000)}!`)).toBe(false);
  });

  test('are compared in less than quadratic time', () => {
    const check = compile({ type: 'array', uniqueItems: true });
    const items = Array.from({ length: 50_000 }, (_, index) => ({ index: [index] }));
    expect(check.is(items)).toBe(true);
    expect(check.is([...items, { index: [7] }])).toBe(false);
  });
});

describe('hostile descriptions', () => {
  const payloads = [
    "'); throw 1; ('",
    '${globalThis.broken = 1}',
    '*/ throw 1; /*',
    '\u2028throw 1',
    '\\',
    '`',
    '</script>',
  ];

  test.each(payloads)('stay text: %j', (text) => {
    const schema: Json = {
      title: text,
      description: text,
      type: 'object',
      required: [text],
      properties: {
        [text]: { title: text, enum: [text, { [text]: text }] },
        other: { const: text },
      },
      patternProperties: { '^x': { enum: [text] } },
      dependentRequired: { [text]: ['other'] },
      oneOf: [
        { type: 'object', required: ['k'], properties: { k: { const: text } } },
        { type: 'object', required: ['k'], properties: { k: { const: 'k' } } },
      ],
    };
    const [check] = compileAll([{ schema, dialect: '2020-12', uri: 'https://schemas.test/a' }]);
    expect(check?.is({ [text]: text, other: text, k: text, x1: text })).toBe(true);
    expect(check?.is({ [text]: 'no', other: text, k: text })).toBe(false);
    expect(check?.check({ k: 'none' }).length).toBeGreaterThan(1);
    expect('broken' in globalThis).toBe(false);
  });
});
