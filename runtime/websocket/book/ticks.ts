const zero = 0x30;
const nine = 0x39;
const dot = 0x2e;
const minus = 0x2d;

/** Number of digits up to which every integer is an exact double. */
const exactDigits = 15;

/** Powers of ten that are exact doubles. */
const powersOfTen = Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));

let fractionDigits = 0;

/**
 * Digits of a plain decimal as an integer. {@link digitsAfterPoint}
 * then returns how many of them follow the decimal point.
 *
 * Returns `NaN` for a text with an exponent, with more than 15 digits, or that is not a decimal.
 */
export function integerOf(text: string): number {
  const { length } = text;
  const isNegative = text.charCodeAt(0) === minus;
  const start = isNegative ? 1 : 0;
  let value = 0;
  let point = -1;
  for (let index = start; index < length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= zero && code <= nine) value = value * 10 + (code - zero);
    else if (code === dot && point === -1 && index > start) point = index;
    else return NaN;
  }
  const digits = point === -1 ? length - start : length - start - 1;
  if (digits === 0 || digits > exactDigits || point === length - 1) return NaN;
  fractionDigits = point === -1 ? 0 : length - 1 - point;
  return isNegative ? 0 - value : value;
}

/** Number of decimal digits of the text that {@link integerOf} read last. */
export function digitsAfterPoint(): number {
  return fractionDigits;
}

/** A number times a power of ten; `NaN` if the result is not a safe integer. */
export function timesPowerOfTen(value: number, power: number): number {
  const factor = powersOfTen[power];
  const product = factor === undefined ? NaN : value * factor;
  return Number.isSafeInteger(product) ? product : NaN;
}

/** Classifies the text of a size as a plain decimal: 0 for zero, 1 for any other value, -1 for any other text. */
export function kindOfSize(text: string): -1 | 0 | 1 {
  const { length } = text;
  let isZero = true;
  let point = -1;
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > zero && code <= nine) isZero = false;
    else if (code !== zero) {
      if (code !== dot || point !== -1 || index === 0) return -1;
      point = index;
    }
  }
  if (length === 0 || point === length - 1) return -1;
  return isZero ? 0 : 1;
}
