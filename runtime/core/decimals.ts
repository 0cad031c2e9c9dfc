import type { TextCodec } from './dates/descriptor.js';

/** A decimal number of a library, such as decimal.js or big.js. */
export interface DecimalNumber {
  /** Returns the number with all of its digits, and without an exponent. */
  toFixed(): string;
}

/** Class of the numbers of a library: `Decimal` of decimal.js, or `Big` of big.js. */
export interface DecimalClass<Value extends DecimalNumber> {
  new (text: string): Value;
}

/**
 * Creates the codec of strings such as `-12.50` for the numbers of a library. Every digit is kept, except zeros at either end. It rejects
 * exponents, `NaN` and infinity, in both directions.
 */
export function decimalCodec<Value extends DecimalNumber>(
  Decimal: DecimalClass<Value>,
): TextCodec<Value> {
  return {
    decode: (text) => new Decimal(decimalText(text)),
    encode: (value) => decimalText(value.toFixed()),
    is: (value): value is Value => value instanceof Decimal && isDecimalText(value.toFixed()),
  };
}

/**
 * Creates the codec of strings such as `-12.50` for a `bigint` of minor units, such as cents: `-1250n` if `digits`, the number of digits
 * after the point, is 2. It rejects texts with more digits, unless these are zeros. Texts that it writes have all of them.
 *
 * @throws {RangeError} if `digits` is not an integer from 0 to 100.
 */
export function minorUnits(digits: number): TextCodec<bigint> {
  if (!Number.isInteger(digits) || digits < 0 || digits > 100)
    throw new RangeError('the number of digits must be an integer from 0 to 100');
  return {
    decode(text) {
      const [whole = '', fraction = ''] = decimalText(text).split('.');
      if (/[^0]/.test(fraction.slice(digits)))
        throw new RangeError(`more than ${digits} digits after the point`);
      return (
        BigInt(whole.replace('-', '') + fraction.slice(0, digits).padEnd(digits, '0')) *
        signOf(text)
      );
    },
    encode(value) {
      const sign = value < 0n ? '-' : '';
      const all = String(value < 0n ? -value : value).padStart(digits + 1, '0');
      const point = all.length - digits;
      return `${sign}${all.slice(0, point)}${digits === 0 ? '' : `.${all.slice(point)}`}`;
    },
    is: (value): value is bigint => typeof value === 'bigint',
  };
}

function signOf(text: string): bigint {
  return text.startsWith('-') ? -1n : 1n;
}

/**
 * Returns the text of a decimal number.
 *
 * @throws {RangeError} for any other text.
 */
function decimalText(text: string): string {
  if (!isDecimalText(text)) throw new RangeError('not a decimal number without an exponent');
  return text;
}

function isDecimalText(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(text);
}
