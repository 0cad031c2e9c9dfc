import { isExact } from './exact-numbers.js';
import { JsonError, JsonNumber, type JsonReaderOptions, readJsonWith } from './json.js';

/** A number whose spelling is kept, and where it stands. */
class PlacedNumber extends JsonNumber {
  readonly offset: number;
  constructor(text: string, offset: number) {
    super(text);
    this.offset = offset;
  }
}

/**
 * Reads JSON strictly. Integers that a double holds for certain and fractions are numbers; every other number keeps its spelling.
 *
 * @throws {JsonError}
 */
export function parseJsonNumbers(
  text: string | Uint8Array,
  options: JsonReaderOptions = {},
): unknown {
  return readJsonWith<unknown>(text, options, (digits, offset) => {
    const value = Number(digits);
    const integral = Number.isInteger(value);
    // A fraction may round to an integer, and only its spelling tells.
    const certain = /[.eE]/.test(digits)
      ? Number.isFinite(value) && !integral
      : Number.isSafeInteger(value);
    return certain ? value : new PlacedNumber(digits, offset);
  });
}

/**
 * The double that a number stands for.
 *
 * @throws {JsonError} `inexact-number` where there is none.
 */
export function exactNumber(number: JsonNumber): number {
  const value = Number(number.text);
  if (isExact(number.text, value)) return value;
  throw new JsonError('inexact-number', number instanceof PlacedNumber ? number.offset : 0);
}

/** Whether a text may hold a fraction, which could round to an integer. */
export function hasFraction(text: string): boolean {
  return fraction.test(text);
}

const fraction = /\d(?:\.|[eE]-)\d/;
