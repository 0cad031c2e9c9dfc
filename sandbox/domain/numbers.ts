/**
 * An exact decimal: an integer of any size, in units of 10⁻¹⁸. Sums and differences of decimals are those of the integers; comparisons,
 * too. There is no floating-point number between the wire and the state.
 */
export type Decimal = bigint;

/** Number of decimals of every {@link Decimal}. */
export const scale = 18;

/** The decimal 1. */
export const one: Decimal = 10n ** 18n;

/**
 * How a result is rounded that has more decimals than allowed.
 *
 * - `down` towards zero, `up` away from zero
 * - `floor` to the lower, `ceiling` to the higher number
 * - `half-even` to the nearest, and to the even one of two equally near
 * - `exact` rejects a result that would have to be rounded
 */
export type Rounding = 'down' | 'up' | 'floor' | 'ceiling' | 'half-even' | 'exact';

const numeral = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]{1,18})?$/;

/**
 * Reads a decimal: digits with an optional sign and at most 18 decimals. Returns `undefined` for any other text, such as one with an
 * exponent, an extra leading zero or a plus sign.
 */
export function parseDecimal(text: string): Decimal | undefined {
  if (!numeral.test(text)) return undefined;
  const point = text.indexOf('.');
  const decimals = point === -1 ? 0 : text.length - point - 1;
  const digits = point === -1 ? text : text.slice(0, point) + text.slice(point + 1);
  return integerOf(digits) * (powers[scale - decimals] ?? 1n);
}

/** Powers of 10, from the first one on, which is 1. */
const powers: readonly bigint[] = Array.from({ length: scale + 1 }, (_, at) => 10n ** BigInt(at));

/** An integer. One of at most 15 digits is a number without loss, which is faster. */
function integerOf(digits: string): bigint {
  return BigInt(digits.length <= 15 ? Number(digits) : digits);
}

/** Writes a decimal without an exponent and without trailing zeros. */
export function printDecimal(value: Decimal): string {
  const sign = value < 0n ? '-' : '';
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const whole = digits.slice(0, -scale);
  const fraction = digits.slice(-scale).replace(/0+$/, '');
  return fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`;
}

/**
 * Returns the product of two decimals.
 *
 * @throws {RangeError} for `exact`, if the product has more than 18 decimals
 */
export function multiply(left: Decimal, right: Decimal, rounding: Rounding): Decimal {
  return quotient(left * right, one, rounding);
}

/**
 * Returns the quotient of two decimals.
 *
 * @throws {RangeError} if the divisor is zero; for `exact`, if the quotient has more than 18 decimals
 */
export function divide(dividend: Decimal, divisor: Decimal, rounding: Rounding): Decimal {
  return quotient(dividend * one, divisor, rounding);
}

/**
 * Rounds a decimal to a multiple of an increment.
 *
 * @throws {RangeError} unless the increment is above zero; for `exact`, if the decimal is not a multiple
 */
export function roundTo(value: Decimal, increment: Decimal, rounding: Rounding): Decimal {
  if (increment <= 0n) throw new RangeError('An increment must be above zero.');
  return quotient(value, increment, rounding) * increment;
}

/** True if a decimal is a multiple of an increment, which is above zero. */
export function isMultiple(value: Decimal, increment: Decimal): boolean {
  return value % increment === 0n;
}

/** Number of decimals that a value needs: 2 for 0.25, 0 for 100. */
export function decimalsOf(value: Decimal): number {
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  return digits.slice(-scale).replace(/0+$/, '').length;
}

/**
 * Divides two integers.
 *
 * @throws {RangeError} if the divisor is zero; for `exact`, if there is a rest
 */
export function quotient(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  if (divisor === 0n) throw new RangeError('A decimal cannot be divided by zero.');
  const truncated = dividend / divisor;
  // A product costs less than another division.
  const rest = dividend - truncated * divisor;
  if (rest === 0n) return truncated;
  const away = dividend < 0n === divisor < 0n ? 1n : -1n;
  switch (rounding) {
    case 'down':
      return truncated;
    case 'up':
      return truncated + away;
    case 'floor':
      return away > 0n ? truncated : truncated - 1n;
    case 'ceiling':
      return away > 0n ? truncated + 1n : truncated;
    case 'half-even': {
      const twice = 2n * (rest < 0n ? -rest : rest);
      const whole = divisor < 0n ? -divisor : divisor;
      const isAway = twice > whole || (twice === whole && truncated % 2n !== 0n);
      return isAway ? truncated + away : truncated;
    }
    case 'exact':
      throw new RangeError('The result has more decimals than a decimal can have.');
  }
}
