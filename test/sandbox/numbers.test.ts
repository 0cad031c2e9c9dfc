import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decimalsOf,
  divide,
  isMultiple,
  multiply,
  parseDecimal,
  printDecimal,
  type Rounding,
  roundTo,
} from '../../sandbox/domain/numbers.js';
import { randomRuns } from '../rounds.js';

const decimal = fc.bigInt(-(10n ** 40n), 10n ** 40n);
const one = 10n ** 18n;

function read(text: string): bigint {
  const value = parseDecimal(text);
  if (value === undefined) throw new Error(`${text} is no decimal`);
  return value;
}

describe('decimals', () => {
  test.each([
    ['0', '0'],
    ['-0', '0'],
    ['1', '1'],
    ['100', '100'],
    ['0.10', '0.1'],
    ['-12.000000000000000001', '-12.000000000000000001'],
    ['123456789012345678901234567890.5', '123456789012345678901234567890.5'],
  ])('engine-5: %s is printed as %s', (text, want) => {
    expect(printDecimal(read(text))).toBe(want);
  });

  test.each([
    '',
    '.',
    '1.',
    '.5',
    '01',
    '00.1',
    '1e3',
    '+1',
    '1,5',
    ' 1',
    '1.0000000000000000001',
    'NaN',
  ])('engine-5: %j is no decimal', (text) => expect(parseDecimal(text)).toBeUndefined());

  test('engine-5: every decimal is read as it is printed', () => {
    fc.assert(
      fc.property(decimal, (value) => {
        expect(parseDecimal(printDecimal(value))).toBe(value);
      }),
      randomRuns(2000),
    );
  });

  test.each<[string, string, Rounding, string]>([
    ['2', '3', 'down', '0.666666666666666666'],
    ['2', '3', 'up', '0.666666666666666667'],
    ['-2', '3', 'down', '-0.666666666666666666'],
    ['-2', '3', 'up', '-0.666666666666666667'],
    ['-2', '3', 'floor', '-0.666666666666666667'],
    ['-2', '3', 'ceiling', '-0.666666666666666666'],
    ['2', '-3', 'half-even', '-0.666666666666666667'],
    ['0.000000000000000001', '2', 'half-even', '0'],
    ['0.000000000000000003', '2', 'half-even', '0.000000000000000002'],
    ['1', '8', 'exact', '0.125'],
  ])('engine-5: %s / %s rounded %s is %s', (dividend, divisor, rounding, want) => {
    expect(printDecimal(divide(read(dividend), read(divisor), rounding))).toBe(want);
  });

  test('engine-5: the product of a price and a size is exact', () => {
    expect(printDecimal(multiply(read('60000.01'), read('0.12345678'), 'exact'))).toBe(
      '7407.4080345678',
    );
    expect(() => multiply(read('0.0000000001'), read('0.0000000001'), 'exact')).toThrow(
      'more decimals',
    );
  });

  test('engine-5: a decimal of any length is its digits, without a number in between', () => {
    const digits = (min: number, max: number): fc.Arbitrary<string> =>
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });
    fc.assert(
      fc.property(fc.boolean(), digits(1, 20), digits(0, 18), (isNegative, start, decimals) => {
        const whole = start.replace(/^0+(?=.)/, '');
        const text = decimals === '' ? whole : `${whole}.${decimals}`;
        const value = BigInt(whole) * one + BigInt(decimals.padEnd(18, '0'));
        expect(parseDecimal(isNegative ? `-${text}` : text)).toBe(isNegative ? -value : value);
      }),
      randomRuns(5000),
    );
  });

  test('engine-5: rounding never moves a result by a unit or more, and goes where it says', () => {
    const rounding = fc.constantFrom<Rounding>('down', 'up', 'floor', 'ceiling', 'half-even');
    fc.assert(
      fc.property(decimal, decimal, rounding, (left, right, name) => {
        fc.pre(right !== 0n);
        const exact = left * one;
        const error = divide(left, right, name) * right - exact;
        const size = (value: bigint): bigint => (value < 0n ? -value : value);
        expect(size(error) < size(right)).toBe(true);
        if (name === 'half-even') expect(2n * size(error) <= size(right)).toBe(true);
        const isLower = right > 0n ? error <= 0n : error >= 0n;
        const isHigher = right > 0n ? error >= 0n : error <= 0n;
        if (name === 'floor') expect(isLower).toBe(true);
        if (name === 'ceiling') expect(isHigher).toBe(true);
      }),
      randomRuns(5000),
    );
  });

  test('engine-5: increments', () => {
    expect(printDecimal(roundTo(read('10.57'), read('0.05'), 'down'))).toBe('10.55');
    expect(isMultiple(read('10.55'), read('0.05'))).toBe(true);
    expect(isMultiple(read('10.551'), read('0.05'))).toBe(false);
    expect([decimalsOf(read('0.05')), decimalsOf(read('100'))]).toEqual([2, 0]);
  });
});
