import { describe, expect, test } from 'vitest';
import { compile } from './compile.js';

describe('a number with a fraction, where integers and objects are allowed', () => {
  const object = { properties: { name: { type: 'string' } }, maxProperties: 3 };
  test.each([
    ['a bound', { type: ['integer', 'object'], minimum: 1, ...object }],
    ['several bounds', { type: ['integer', 'object'], minimum: 1, maximum: 9, ...object }],
    ['texts as well', { type: ['string', 'integer', 'object'], minimum: 1, ...object }],
  ])('is refused, with %s', (_, schema) => {
    const { is, check } = compile(schema);
    for (const right of [1, 9, {}]) expect(is(right)).toBe(true);
    for (const wrong of [1.5, 0, null]) expect(is(wrong)).toBe(false);
    expect(check(1.5).map(({ keyword }) => keyword)).toEqual(['type']);
    expect(check(0).map(({ keyword }) => keyword)).toEqual(['minimum']);
  });
});

describe('a wrong type beside demands on every type', () => {
  const branch = (kind: string) => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { const: kind } },
  });
  const pair = { oneOf: [branch('a'), branch('b')] };
  test.each([
    ['an object of two kinds', { type: 'object', ...pair }],
    [
      'an object of two kinds with members',
      { type: 'object', properties: { size: { type: 'number' } }, ...pair },
    ],
    [
      'a text in two ways',
      { type: 'string', minLength: 1, anyOf: [{ pattern: 'a' }, { maxLength: 1 }] },
    ],
    ['a list that is no pair', { type: 'array', not: { minItems: 2, maxItems: 2 } }],
    ['a number or a text', { type: ['number', 'string'], minimum: 1, not: { const: 3 } }],
  ])('is all that is told of %s', (_, schema) => {
    const inside = compile({ type: 'object', properties: { part: schema } });
    const alone = compile(schema);
    for (const wrong of [null, true]) {
      expect(alone.check(wrong).map(({ keyword }) => keyword)).toEqual(['type']);
      expect(
        inside.check({ part: wrong }).map(({ pointer, keyword }) => [pointer, keyword]),
      ).toEqual([['/part', 'type']]);
    }
  });
});
