import { firstInexact, hasUnsafeNumber, isExact } from './exact-numbers.js';
import { JsonError, JsonNumber, type JsonReaderOptions, readJsonWith } from './json.js';

/** A number with its original notation and its offset in the text. */
class LocatedNumber extends JsonNumber {
  readonly offset: number;
  constructor(text: string, offset: number) {
    super(text);
    this.offset = offset;
  }
}

/**
 * Parses JSON strictly. Safe integers and fractions become numbers; every other number keeps its notation.
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
    // A fraction may round to an integer, which only the text reveals.
    const certain = /[.eE]/.test(digits)
      ? Number.isFinite(value) && !integral
      : Number.isSafeInteger(value);
    return certain ? value : new LocatedNumber(digits, offset);
  });
}

/** JSON as `JSON.parse` reads it, except that a number that would lose precision is represented by its text. */
export interface LosslessJson {
  readonly value: unknown;
  /** True if there is such a number. */
  readonly isInexact: boolean;
}

/**
 * Parses JSON that may contain numbers that lose precision. Most texts need only `JSON.parse`.
 *
 * @throws {SyntaxError}
 * @throws {JsonError} `too-deep`
 */
export function readLosslessJson(text: string): LosslessJson {
  const value: unknown = JSON.parse(text);
  return hasUnsafeNumber(value) && firstInexact(text) >= 0
    ? { value: parseWithNumberTexts(text), isInexact: true }
    : { value, isInexact: false };
}

function parseWithNumberTexts(text: string): unknown {
  return readJsonWith<unknown>(text, lenientOptions, (digits) => {
    const value = Number(digits);
    return isExact(digits, value) ? value : digits;
  });
}

/** Accepts what `JSON.parse` accepts, up to a depth that is safe for the stack. */
export const lenientOptions: JsonReaderOptions = {
  maxDepth: 1000,
  loneSurrogates: true,
  lastMemberWins: true,
};

/**
 * Converts a number to a double.
 *
 * @throws {JsonError} `inexact-number` if no double represents it.
 */
export function exactNumber(number: JsonNumber): number {
  const value = Number(number.text);
  if (isExact(number.text, value)) return value;
  throw new JsonError('inexact-number', number instanceof LocatedNumber ? number.offset : 0);
}

/** True if a text may contain a fraction, which could round to an integer. */
export function hasFraction(text: string): boolean {
  return fraction.test(text);
}

const fraction = /\d(?:\.|[eE]-)\d/;
