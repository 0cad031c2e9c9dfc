/**
 * Decimals as feeds write them, compared and added as they are: `0.1` is never a float. A decimal has a canonical text, without an
 * exponent, leading zeros or trailing ones, so that equal values are equal texts.
 */

/** The canonical text of a decimal, or `undefined` for what is none. */
export function canonicalDecimal(text: string): string | undefined {
  if (isCanonical(text)) return text;
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/.exec(text);
  if (parts === null) return undefined;
  const [, sign = '', whole = '', fraction = '', power = '0'] = parts;
  const digits = whole + fraction;
  const point = whole.length + Number(power);
  const padded = point < 0 ? '0'.repeat(-point) + digits : digits.padEnd(point, '0');
  const at = Math.max(point, 0);
  const integer = padded.slice(0, at).replace(/^0+(?=.)/, '') || '0';
  const rest = withoutTrailingZeros(padded.slice(at));
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

/** Whether a text without a sign is canonical already: by far the most that feeds send. */
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

/** Whether a decimal is zero, however it is written. */
export function isZero(text: string): boolean {
  const first = text.charCodeAt(0);
  if (first > zero && first <= nine) return false;
  return canonicalDecimal(text) === '0';
}

/** Compares canonical decimals: below zero where the first is less. */
export function compareDecimals(left: string, right: string): number {
  const leftNegative = left.charCodeAt(0) === 0x2d;
  const rightNegative = right.charCodeAt(0) === 0x2d;
  if (leftNegative !== rightNegative) return leftNegative ? -1 : 1;
  const size = compareSizes(left, right);
  return leftNegative ? -size : size;
}

/** Without a sign, more digits before the point mean more; with as many, texts compare like values. */
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

/** The exact sum of decimals, canonical. What is no decimal counts as zero. */
export function sumOfDecimals(texts: Iterable<string>): string {
  let units = 0n;
  let scale = 0;
  for (const text of texts) {
    const decimal = canonicalDecimal(text) ?? '0';
    const point = decimal.indexOf('.');
    const places = point === -1 ? 0 : decimal.length - point - 1;
    if (places > scale) {
      units *= 10n ** BigInt(places - scale);
      scale = places;
    }
    units += BigInt(decimal.replace('.', '')) * 10n ** BigInt(scale - places);
  }
  return writeDecimal(units, scale);
}

/** The exact difference of two decimals, canonical. */
export function subtractDecimals(from: string, what: string): string {
  const negative = canonicalDecimal(what) ?? '0';
  return sumOfDecimals([from, negative.startsWith('-') ? negative.slice(1) : `-${negative}`]);
}

function writeDecimal(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const at = digits.length - scale;
  const text = `${units < 0n ? '-' : ''}${digits.slice(0, at)}${scale === 0 ? '' : `.${digits.slice(at)}`}`;
  return canonicalDecimal(text) ?? '0';
}
