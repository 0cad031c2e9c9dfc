/**
 * Arithmetic on decimals as feeds write them, without floating-point numbers.
 *
 * A canonical decimal has no exponent and no leading or trailing zeros, so that equal values are equal texts.
 */

/** Canonical text of a decimal; `undefined` if the text is not a decimal. */
export function canonicalDecimal(text: string): string | undefined {
  if (isCanonical(text)) return text;
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/.exec(text);
  if (parts === null) return undefined;
  const [, sign = '', integerPart = '', fraction = '', power = '0'] = parts;
  const digits = integerPart + fraction;
  const point = integerPart.length + Number(power);
  const padded = point < 0 ? '0'.repeat(-point) + digits : digits.padEnd(point, '0');
  const pointIndex = Math.max(point, 0);
  const integer = padded.slice(0, pointIndex).replace(/^0+(?=.)/, '') || '0';
  const rest = withoutTrailingZeros(padded.slice(pointIndex));
  if (integer === '0' && rest === '') return '0';
  return `${sign}${integer}${rest === '' ? '' : `.${rest}`}`;
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === zero) end -= 1;
  return digits.slice(0, end);
}

const zero = 0x30;
const nine = 0x39;
const dot = 0x2e;

/** True for an unsigned text that is already canonical. Nearly all numbers from feeds are. */
function isCanonical(text: string): boolean {
  const { length } = text;
  let point = -1;
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === dot && point === -1) point = index;
    else if (code < zero || code > nine) return false;
  }
  if (length === 0 || point === 0) return false;
  if (text.charCodeAt(0) === zero && length > 1 && point !== 1) return false;
  return point === -1 || (point < length - 1 && text.charCodeAt(length - 1) !== zero);
}

/** True if a decimal is zero, in any notation. */
export function isZero(text: string): boolean {
  const first = text.charCodeAt(0);
  if (first > zero && first <= nine) return false;
  return canonicalDecimal(text) === '0';
}

/** Compares canonical decimals. Negative if the first is less. */
export function compareDecimals(left: string, right: string): number {
  const leftNegative = left.charCodeAt(0) === 0x2d;
  const rightNegative = right.charCodeAt(0) === 0x2d;
  if (leftNegative !== rightNegative) return leftNegative ? -1 : 1;
  const size = compareSizes(left, right);
  return leftNegative ? -size : size;
}

/** Compares magnitudes: more integer digits mean more; with equally many, the texts compare like the values. */
function compareSizes(left: string, right: string): number {
  const longer = integerLength(left) - integerLength(right);
  if (longer !== 0) return longer;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function integerLength(text: string): number {
  const point = text.indexOf('.');
  return point === -1 ? text.length : point;
}

/** Exact sum of decimals, in canonical form. Other texts count as zero. */
export function sumOfDecimals(texts: Iterable<string>): string {
  let units = 0n;
  let scale = 0;
  for (const text of texts) {
    const decimal = canonicalDecimal(text) ?? '0';
    const point = decimal.indexOf('.');
    const decimals = point === -1 ? 0 : decimal.length - point - 1;
    if (decimals > scale) {
      units *= 10n ** BigInt(decimals - scale);
      scale = decimals;
    }
    units += BigInt(decimal.replace('.', '')) * 10n ** BigInt(scale - decimals);
  }
  return writeDecimal(units, scale);
}

/** Exact difference of two decimals, in canonical form. */
export function subtractDecimals(from: string, subtrahend: string): string {
  const negative = canonicalDecimal(subtrahend) ?? '0';
  return sumOfDecimals([from, negative.startsWith('-') ? negative.slice(1) : `-${negative}`]);
}

function writeDecimal(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const pointIndex = digits.length - scale;
  const text = `${units < 0n ? '-' : ''}${digits.slice(0, pointIndex)}${scale === 0 ? '' : `.${digits.slice(pointIndex)}`}`;
  return canonicalDecimal(text) ?? '0';
}
