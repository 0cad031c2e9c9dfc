/** An exact decimal number: `digits` times ten to the power of `exponent`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

interface Divisor extends Decimal {
  readonly number: number;
  /** True if both `units` and `scale` are exact. */
  readonly isExact: boolean;
  /** The divisor times `scale`, an integer: 25 for 0.25. */
  readonly units: number;
  /** The power of ten for the divisor's places: 100 for 0.25. */
  readonly scale: number;
}

/**
 * True if a number is a multiple of another, in decimal arithmetic: 0.3 is a multiple of 0.1. The divisor is text because it may
 * have more digits than a double can represent.
 */
export function isMultipleOf(value: number | bigint, divisor: string): boolean {
  const by = divisorOf(divisor);
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value) && Number.isSafeInteger(by.number))
      return value % by.number === 0;
    if (!Number.isFinite(value)) return false;
    if (by.isExact) {
      // Up to fifteen digits, a double stands for one decimal number, and the division returns the double that is nearest.
      const units = Math.round(value * by.scale);
      if (Math.abs(units) < 1e15) return units / by.scale === value && units % by.units === 0;
    }
  } else if (Number.isSafeInteger(by.number)) return value % BigInt(by.number) === 0n;
  const dividend = readDecimal(String(value));
  const exponent = Math.min(dividend.exponent, by.exponent);
  return scaled(dividend, exponent) % scaled(by, exponent) === 0n;
}

const divisors = new Map<string, Divisor>();
/** The divisor of the latest call, because the items of a list have the same one. */
let latest: { readonly text: string; readonly divisor: Divisor } | undefined;

function divisorOf(text: string): Divisor {
  if (latest?.text === text) return latest.divisor;
  let divisor = divisors.get(text);
  if (divisor === undefined) {
    divisor = readDivisor(text);
    divisors.set(text, divisor);
  }
  latest = { text, divisor };
  return divisor;
}

function readDivisor(text: string): Divisor {
  const decimal = readDecimal(text);
  const units = Number(decimal.digits);
  return {
    ...decimal,
    number: Number(text),
    // Powers of ten above 22 are not exact as doubles.
    isExact: Number.isSafeInteger(units) && decimal.exponent <= 0 && decimal.exponent >= -22,
    units,
    scale: 10 ** -decimal.exponent,
  };
}

function readDecimal(text: string): Decimal {
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e');
  const [integer = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(integer + fraction), exponent: Number(power) - fraction.length };
}

function scaled(decimal: Decimal, exponent: number): bigint {
  return decimal.digits * 10n ** BigInt(decimal.exponent - exponent);
}

/** True for a 32-bit integer (OpenAPI 3.1.1 section 4.4). A `bigint` is rejected, because programs calculate with numbers here. */
export function isInt32(value: unknown): boolean {
  return isIntegral(value) && value >= -2147483648 && value <= 2147483647;
}

/** True for a number in the range of 64-bit integers. The upper bound is 2^63, because 2^63 - 1 is not representable as a number. */
export function isInt64(value: unknown): boolean {
  return isIntegral(value) && value >= -(2 ** 63) && value <= 2 ** 63;
}

function isIntegral(value: unknown): value is number {
  return Number.isInteger(value);
}
