/** A decimal number without rounding: `digits` times ten to the power `exponent`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/**
 * Whether a number is a multiple of another, in decimals as they are written: 0.3 is a multiple of 0.1.
 * The divisor is text, because a description may say more digits than a number holds.
 */
export function isMultipleOf(value: number | bigint, divisor: string): boolean {
  const by = decimalOf(divisor);
  const whole = Number(divisor);
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value) && Number.isSafeInteger(whole)) return value % whole === 0;
    if (!Number.isFinite(value)) return false;
  } else if (Number.isSafeInteger(whole)) return value % BigInt(whole) === 0n;
  const dividend = readDecimal(String(value));
  const exponent = Math.min(dividend.exponent, by.exponent);
  return scaled(dividend, exponent) % scaled(by, exponent) === 0n;
}

const read = new Map<string, Decimal>();

function decimalOf(text: string): Decimal {
  const known = read.get(text);
  if (known !== undefined) return known;
  const decimal = readDecimal(text);
  read.set(text, decimal);
  return decimal;
}

function readDecimal(text: string): Decimal {
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}

function scaled(decimal: Decimal, exponent: number): bigint {
  return decimal.digits * 10n ** BigInt(decimal.exponent - exponent);
}
