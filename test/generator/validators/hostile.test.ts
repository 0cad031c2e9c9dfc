import { describe, expect, test } from 'vitest';
import type { Json } from '../../../generator/model/schema.js';
import { compileAll } from '../../conformance/json-schema/compile.js';
import { compile } from './compile.js';

describe('hostile data', () => {
  const tree = compile({
    type: 'object',
    properties: { child: { $ref: '#' }, any: { type: 'array', uniqueItems: true } },
  });

  test('that nests 100,000 levels deep is refused, and the report says so', () => {
    const deep = JSON.parse('{"child":'.repeat(100_000) + '{}' + '}'.repeat(100_000)) as unknown;
    expect(tree.is(deep)).toBe(false);
    expect(tree.check(deep)).toMatchObject([{ keyword: 'depth' }]);
    const fine = JSON.parse('{"child":'.repeat(500) + '{}' + '}'.repeat(500)) as unknown;
    expect(tree.is(fine)).toBe(true);
  });

  test('that nests deep is compared without recursion', () => {
    const nested = (): unknown => JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as unknown;
    expect(tree.is({ any: [nested(), nested()] })).toBe(false);
    expect(tree.is({ any: [nested(), [nested()]] })).toBe(true);
  });

  test('that holds a cycle is refused', () => {
    const value: { child?: unknown } = {};
    value.child = value;
    expect(tree.is(value)).toBe(false);
  });

  test('finds its own members only under the names that every object inherits', () => {
    const check = compile(
      JSON.parse(
        '{"type":"object","required":["constructor","toString","__proto__"],"properties":{"__proto__":{"type":"string"}}}',
      ) as Json,
    );
    expect(check.is({})).toBe(false);
    expect(check.is(JSON.parse('{"constructor":1,"toString":2,"__proto__":"3"}'))).toBe(true);
    expect(check.is(JSON.parse('{"constructor":1,"toString":2,"__proto__":3}'))).toBe(false);
  });

  test('is measured before it is matched with a pattern', () => {
    const check = compile({ type: 'string', pattern: '^(a+)+$', maxLength: 10 });
    expect(check.is(`${'a'.repeat(100_000)}!`)).toBe(false);
  });

  test('is compared in better than quadratic time', () => {
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

  test.each(payloads)('stay text wherever they stand: %j', (text) => {
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
