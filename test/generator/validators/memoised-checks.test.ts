import { describe, expect, test } from 'vitest';
import type { Json } from '../../../generator/model/schema.js';
import { compile } from './compile.js';

type Level = (next: Json, level: number) => Json;

/** Schema with many levels, each of which refers to the next one twice; checking every path would never end. */
function levels(of: Level, last: Json, first: object = {}): Json {
  const count = 60;
  const reference = (level: number): Json => ({ $ref: `#/$defs/s${level}` });
  const $defs = Object.fromEntries(
    Array.from({ length: count + 1 }, (_, level) => [
      `s${level}`,
      level === count ? last : of(reference(level + 1), level),
    ]),
  );
  return { $ref: '#/$defs/s0', ...first, $defs };
}

const text: Json = { type: 'string', minLength: 2 };
const object: Json = { type: 'object', properties: { x: text } };
const array: Json = { type: 'array', prefixItems: [text] };

describe('a check that is reached on many paths runs once per value', () => {
  test.each<[name: string, schema: Json, right: unknown, wrong: unknown]>([
    ['parents', levels((next) => ({ allOf: [next, next] }), object), { x: 'ab' }, { x: 'a' }],
    ['parents of a string', levels((next) => ({ allOf: [next, next] }), text), 'ab', 'a'],
    [
      'anyOf with no valid branch',
      levels((next, level) => ({ anyOf: [next, { allOf: [next], minLength: level }] }), text),
      'ab',
      'a',
    ],
    [
      'oneOf with one valid branch',
      levels((next, level) => ({ oneOf: [next, { allOf: [next], minLength: 100 + level }] }), text),
      'ab',
      'a',
    ],
    [
      'conditions',
      levels((next) => ({ if: next, then: next, else: { not: { not: next } } }), object),
      { x: 'ab' },
      { x: 'a' },
    ],
    [
      'conditions and unevaluatedProperties',
      levels((next) => ({ if: next, then: next, else: next }), object, {
        unevaluatedProperties: false,
      }),
      { x: 'ab' },
      { x: 'ab', y: 1 },
    ],
    [
      'anyOf and unevaluatedProperties',
      levels(
        (next, level) => ({
          anyOf: [next, { allOf: [next], properties: { [`p${level}`]: true } }],
        }),
        object,
        { unevaluatedProperties: false },
      ),
      { x: 'ab', p3: 1, p59: 1 },
      { x: 'ab', p3: 1, p60: 1 },
    ],
    [
      'anyOf and unevaluatedItems',
      levels((next) => ({ anyOf: [next, { allOf: [next] }], unevaluatedItems: false }), array),
      ['ab'],
      ['ab', 1],
    ],
    [
      'dependencies',
      levels((next) => ({ dependentSchemas: { a: next, b: next } }), object),
      { a: 1, b: 1, x: 'ab' },
      { a: 1, b: 1, x: 'a' },
    ],
  ])('for %s', (_, schema, right, wrong) => {
    const { is, check } = compile(schema);
    expect(is(right)).toBe(true);
    expect(is(wrong)).toBe(false);
    expect(check(right)).toEqual([]);
    expect(check(wrong)).not.toEqual([]);
    // Nothing is remembered beyond one check.
    expect(is(right)).toBe(true);
  });
});

test('checks a changed value again', () => {
  const { is } = compile(levels((next) => ({ allOf: [next, next] }), object));
  const value = { x: 'ab' };
  expect(is(value)).toBe(true);
  value.x = 'a';
  expect(is(value)).toBe(false);
});
