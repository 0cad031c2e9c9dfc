import { isExact, JsonError, JsonNumber, type JsonReaderOptions, readJsonWith } from './json.js';

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

/** Whether a text may hold a number that changes when it is read: sixteen digits in a row, or an exponent. */
export function isSuspicious(text: string): boolean {
  return hasLongRun(text) || exponent.test(text);
}

/** Whether a text may hold a fraction, which could round to an integer. */
export function hasFraction(text: string): boolean {
  return fraction.test(text);
}

const exponent = /\d[eE]\+?\d/;
const fraction = /\d(?:\.|[eE]-)\d/;
const longRun = 16;

/** Looks at every sixteenth character alone: a run that long has one of them. */
function hasLongRun(text: string): boolean {
  for (let at = longRun - 1; at < text.length; at += longRun) {
    if (!isDigit(text.charCodeAt(at))) continue;
    let start = at;
    while (isDigit(text.charCodeAt(start - 1))) start -= 1;
    let end = at;
    while (isDigit(text.charCodeAt(end + 1))) end += 1;
    if (end - start + 1 >= longRun) return true;
  }
  return false;
}

/** Past either end of a text the code is NaN, which is no digit. */
function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/**
 * Looks at every number of a text that is known to be JSON.
 *
 * @throws {JsonError} `inexact-number` for the first that changes when it is read.
 */
export function refuseInexact(text: string): void {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === minus || isDigit(code)) {
      numeral.lastIndex = at;
      const [digits = ''] = numeral.exec(text) ?? [];
      if (!isExact(digits, Number(digits))) throw new JsonError('inexact-number', at);
      at += digits.length - 1;
    }
  }
}

const quote = 0x22;
const minus = 0x2d;
const backslash = 0x5c;
const numeral = /-?[\d.eE+-]+/y;

/** The offset of the quote that ends a string: one with an even number of backslashes before it. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}
