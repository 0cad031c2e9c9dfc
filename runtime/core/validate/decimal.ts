/** An exact decimal number: `digits` times ten to the power of `exponent`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/**
 * True if a number is a multiple of another, in decimal arithmetic: 0.3 is a multiple of 0.1. The divisor is text because it may
 * have more digits than a double can represent.
 */
export function isMultipleOf(value: number | bigint, divisor: string): boolean {
  const divisorDecimal = decimalOf(divisor);
  const divisorNumber = Number(divisor);
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value) && Number.isSafeInteger(divisorNumber))
      return value % divisorNumber === 0;
    if (!Number.isFinite(value)) return false;
  } else if (Number.isSafeInteger(divisorNumber)) return value % BigInt(divisorNumber) === 0n;
  const dividend = readDecimal(String(value));
  const exponent = Math.min(dividend.exponent, divisorDecimal.exponent);
  return scaled(dividend, exponent) % scaled(divisorDecimal, exponent) === 0n;
}

const decimals = new Map<string, Decimal>();

function decimalOf(text: string): Decimal {
  const known = decimals.get(text);
  if (known !== undefined) return known;
  const decimal = readDecimal(text);
  decimals.set(text, decimal);
  return decimal;
}

function readDecimal(text: string): Decimal {
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e');
  const [integer = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(integer + fraction), exponent: Number(power) - fraction.length };
}

function scaled(decimal: Decimal, exponent: number): bigint {
  return decimal.digits * 10n ** BigInt(decimal.exponent - exponent);
}
