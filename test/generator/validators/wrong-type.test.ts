import { describe, expect, test } from 'vitest';
import { compile } from './compile.js';

describe('fraction where integers and objects are allowed', () => {
  const object = { properties: { name: { type: 'string' } }, maxProperties: 3 };
  test.each([
    ['a bound', { type: ['integer', 'object'], minimum: 1, ...object }],
    ['several bounds', { type: ['integer', 'object'], minimum: 1, maximum: 9, ...object }],
    ['strings', { type: ['string', 'integer', 'object'], minimum: 1, ...object }],
  ])('is rejected beside %s', (_, schema) => {
    const { is, check } = compile(schema);
    for (const right of [1, 9, {}]) expect(is(right)).toBe(true);
    for (const wrong of [1.5, 0, null]) expect(is(wrong)).toBe(false);
    expect(check(1.5).map(({ keyword }) => keyword)).toEqual(['type']);
    expect(check(0).map(({ keyword }) => keyword)).toEqual(['minimum']);
  });
});

describe('wrong type beside constraints for any type', () => {
  const branch = (kind: string) => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { const: kind } },
  });
  const pair = { oneOf: [branch('a'), branch('b')] };
  test.each([
    ['an object with alternatives', { type: 'object', ...pair }],
    [
      'an object with properties and alternatives',
      { type: 'object', properties: { size: { type: 'number' } }, ...pair },
    ],
    [
      'a string with alternatives',
      { type: 'string', minLength: 1, anyOf: [{ pattern: 'a' }, { maxLength: 1 }] },
    ],
    ['a list that must not be a pair', { type: 'array', not: { minItems: 2, maxItems: 2 } }],
    ['a number or string', { type: ['number', 'string'], minimum: 1, not: { const: 3 } }],
  ])('is the only violation of %s', (_, schema) => {
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
