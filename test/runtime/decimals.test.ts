import { Big } from 'big.js';
import { Decimal } from 'decimal.js';
import { describe, expect, it } from 'vitest';
import { decimalCodec, minorUnits } from '@tallystick/runtime/decimals';

const rejected = [
  '',
  ' ',
  '1e3',
  '+1',
  '.5',
  '1.',
  '1,000',
  'NaN',
  'Infinity',
  '0x1',
  '1 ',
  '--1',
  '١',
];
const exact = ['0', '-0.5', '12.5', '12345678901234567890.12345678901234567890123456789'];

describe.each([
  ['decimal.js', decimalCodec(Decimal), new Decimal(Number.NaN)],
  ['big.js', decimalCodec(Big), undefined],
] as const)('the codec of %s', (_name, codec, noNumber) => {
  it.each(exact)('keeps every digit of %s', (text) => {
    const value: unknown = codec.decode(text);
    expect(codec.encode(value as never)).toBe(text);
    expect(codec.is?.(value)).toBe(true);
  });

  it.each(rejected)('rejects %j', (text) => {
    expect(() => codec.decode(text)).toThrow(RangeError);
  });

  it('writes no exponent and accepts no other values', () => {
    expect(codec.encode(codec.decode('0.00000000001') as never)).toBe('0.00000000001');
    for (const other of [1, '1', 1n, null, undefined, {}]) expect(codec.is?.(other)).toBe(false);
    if (noNumber === undefined) return;
    expect(codec.is?.(noNumber)).toBe(false);
    expect(() => codec.encode(noNumber as never)).toThrow(RangeError);
  });
});

describe('the codec of minor units', () => {
  it.each([
    [2, '12.5', 1250n, '12.50'],
    [2, '-0.05', -5n, '-0.05'],
    [2, '7', 700n, '7.00'],
    [2, '1.500', 150n, '1.50'],
    [2, '-0', 0n, '0.00'],
    [0, '7.0', 7n, '7'],
    [3, '0.001', 1n, '0.001'],
    [2, '90071992547409931.99', 9_007_199_254_740_993_199n, '90071992547409931.99'],
  ])('with %d digits reads %s as %d and writes %s', (digits, text, value, written) => {
    const codec = minorUnits(digits);
    expect(codec.decode(text)).toBe(value);
    expect(codec.encode(value)).toBe(written);
  });

  it.each([...rejected, '0.005'])('rejects %j', (text) => {
    expect(() => minorUnits(2).decode(text)).toThrow(RangeError);
  });

  it('accepts no other numbers of digits, and no other values', () => {
    for (const digits of [-1, 1.5, 101, Number.NaN])
      expect(() => minorUnits(digits)).toThrow(RangeError);
    for (const other of [1, '1', null, undefined, {}])
      expect(minorUnits(2).is?.(other)).toBe(false);
  });
});
