import { isEqual, isMultipleOf, isUnique } from '@tallystick/runtime/validate';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomRuns } from '../rounds.js';

const json = fc.jsonValue({ maxDepth: 4 });

describe('isMultipleOf', () => {
  test('computes with the decimal digits of both numbers', () => {
    const digits = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n });
    const places = fc.integer({ min: 0, max: 24 });
    const divisor = fc.tuple(fc.integer({ min: 1, max: 2000 }), places);
    fc.assert(
      fc.property(digits, places, divisor, (some, at, [units, divisorPlaces]) => {
        const value = Number(`${some}e-${at}`);
        // The shortest text of the double, which is the number that a document or a body spells.
        const [mantissa = '', power = '0'] = String(value).split('e');
        const [whole = '', fraction = ''] = mantissa.split('.');
        const valuePlaces = fraction.length - Number(power);
        const common = BigInt(Math.max(valuePlaces, divisorPlaces, 0));
        const left = BigInt(whole + fraction) * 10n ** (common - BigInt(valuePlaces));
        const right = BigInt(units) * 10n ** (common - BigInt(divisorPlaces));
        expect(isMultipleOf(value, `${units}e-${divisorPlaces}`)).toBe(left % right === 0n);
      }),
      randomRuns(20_000),
    );
  });

  test.each([
    [19.99, '0.01', true],
    [19.995, '0.01', false],
    [0.3, '0.1', true],
    [-0.07, '0.01', true],
    [1e15 + 0.5, '0.5', true],
    [999_999_999_999_999.9, '0.1', true],
    [1e-7, '1e-7', true],
    [1.1e22, '1e22', false],
    [Infinity, '0.01', false],
    [12n, '0.5', true],
    [12n, '5', false],
  ])('of %s and %s is %s', (value, divisor, expected) => {
    expect(isMultipleOf(value, divisor)).toBe(expected);
  });
});

describe('isEqual', () => {
  test('finds values equal whose JSON has the same members in any order', () => {
    const shuffled = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shuffled);
      if (typeof value !== 'object' || value === null) return value;
      const entries = Object.entries(value).toReversed();
      return Object.fromEntries(entries.map(([name, member]) => [name, shuffled(member)]));
    };
    fc.assert(
      fc.property(json, (value) => {
        expect(isEqual(value, shuffled(value))).toBe(true);
      }),
      randomRuns(2000),
    );
  });

  test('finds values different whose JSON differs', () => {
    const sorted = (value: unknown): string =>
      JSON.stringify(value, (_, each: unknown) =>
        typeof each === 'object' && each !== null && !Array.isArray(each)
          ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
          : each,
      );
    const small = fc.jsonValue({ maxDepth: 2 });
    fc.assert(
      fc.property(small, small, (one, other) => {
        expect(isEqual([one], [other])).toBe(sorted(one) === sorted(other));
      }),
      randomRuns(2000),
    );
  });

  test('compares data of any depth', () => {
    const nested = (depth: number, leaf: unknown): unknown => {
      let value = leaf;
      for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { value };
      return value;
    };
    expect(isEqual(nested(100_000, 1), nested(100_000, 1))).toBe(true);
    expect(isEqual(nested(100_000, 1), nested(100_000, 2))).toBe(false);
  });

  test('ignores inherited properties and those that are undefined', () => {
    expect(isEqual({ a: 1, b: undefined }, { a: 1 })).toBe(true);
    expect(isEqual({ a: 1 }, Object.create({ a: 1 }))).toBe(false);
    expect(isEqual({ constructor: 1 }, {})).toBe(false);
    expect(isEqual(JSON.parse('{"__proto__":1}'), {})).toBe(false);
  });
});

describe('isUnique', () => {
  test('is independent of the number of items', () => {
    const few = fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 12 });
    fc.assert(
      fc.property(few, (items) => {
        // Many other structures are numbered instead of being compared with each other.
        const others = Array.from({ length: 30 }, (_, index) => ({ other: [index] }));
        expect(isUnique([...items, ...others])).toBe(isUnique(items));
      }),
      randomRuns(2000),
    );
  });

  test.each([
    [
      'objects with the same members in another order',
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      false,
    ],
    ['an array and an object with the same values', [['a'], { 0: 'a' }], true],
    ['a number and its text', [1, '1'], true],
    ['dates at the same time', [new Date(0), new Date(0)], false],
  ])('compares %s', (_, items, expected) => {
    expect(isUnique(items)).toBe(expected);
  });

  test('is false for circular values', () => {
    const one: { self?: unknown } = {};
    one.self = one;
    const other: { self?: unknown } = {};
    other.self = { self: other };
    expect(isUnique([one, other])).toBe(false);
  });
});
