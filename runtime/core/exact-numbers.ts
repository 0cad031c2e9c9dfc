/** Detection of JSON numbers that lose precision when they are read as doubles. */

/**
 * True if a double represents a numeral exactly enough: it is finite, and an integer keeps its value. A numeral with a
 * fraction or an exponent also qualifies if printing the double gives the same decimal. Programs write doubles such as `1e23`
 * that way, but never ids.
 */
export function isExact(digits: string, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  if (Number.isSafeInteger(value) || !Number.isInteger(value)) return true;
  const decimal = decimalOf(digits);
  if (decimal.includes('e-') || decimal === decimalOf(String(BigInt(value)))) return true;
  return /[.e]/i.test(digits) && decimal === decimalOf(String(value));
}

/** Canonical form of a decimal number: sign, digits without leading or trailing zeros, exponent. */
export function decimalOf(text: string): string {
  const match = numberParts.exec(text);
  if (match === null) return 'NaN';
  const [, sign = '', integer = '', fraction = '', exponent = '0'] = match;
  const digits = integer + fraction;
  let first = 0;
  while (digits[first] === '0') first += 1;
  let end = digits.length;
  while (end > first && digits[end - 1] === '0') end -= 1;
  if (first === end) return '0';
  // No realistic number has such an exponent, and the cost of arithmetic on it would be controlled by the sender.
  if (exponent.length > 15) return `${sign}${integer}.${fraction}e${exponent}`;
  const power = Number(exponent) - fraction.length + digits.length - end;
  return `${sign}${digits.slice(first, end)}e${power}`;
}

const numberParts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * True if a JSON text may contain a number that loses precision: one with 16 or more characters, or with an exponent. Most
 * texts contain none.
 */
export function isSuspicious(text: string): boolean {
  return longNumber.test(text) || (!/^[{[]/.test(text) && /^\s*[-\d]/.test(text));
}

/** Also matches inside strings; matches are then examined closely. */
const longNumber = /[\s:[,]-?\d(?:[\d.]{15}|[\d.]*[eE])/;

/**
 * True if a value that `JSON.parse` returned may contain a number that lost precision: one beyond the safe integers. This takes a
 * fraction of the time of {@link isSuspicious}. A very deep value is not examined completely; the result is then true.
 */
export function hasUnsafeNumber(value: unknown): boolean {
  return typeof value === 'number'
    ? isUnsafe(value)
    : isObject(value) && containsUnsafeNumber(value, 0);
}

/** Maximum depth of the examination, so that hostile values cannot exhaust the stack. */
const maxDepth = 1000;

type Members = Readonly<Record<string, unknown>>;

function containsUnsafeNumber(value: readonly unknown[] | Members, depth: number): boolean {
  if (depth > maxDepth) return true;
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) {
      if (
        typeof item === 'number'
          ? isUnsafe(item)
          : isObject(item) && containsUnsafeNumber(item, depth + 1)
      )
        return true;
    }
    return false;
  }
  for (const name in value) {
    const member: unknown = (value as Members)[name];
    if (
      typeof member === 'number'
        ? isUnsafe(member)
        : isObject(member) && containsUnsafeNumber(member, depth + 1)
    )
      return true;
  }
  return false;
}

function isUnsafe(value: number): boolean {
  return value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER;
}

function isObject(value: unknown): value is readonly unknown[] | Members {
  return typeof value === 'object' && value !== null;
}

/** Returns the offset of the first number in a JSON text that loses precision; -1 if there is none. */
export function firstInexact(text: string): number {
  if (!isSuspicious(text)) return -1;
  const mark = /"|-?\d[\d.eE+-]*/g;
  for (let match = mark.exec(text); match !== null; match = mark.exec(text)) {
    const [token] = match;
    if (token === '"') mark.lastIndex = endOfString(text, mark.lastIndex);
    else if (!isExact(token, Number(token))) return match.index;
  }
  return -1;
}

/** Offset after the closing quote of a string: the first quote preceded by an even number of backslashes. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = at;
    while (text[slashes - 1] === '\\') slashes -= 1;
    if ((at - slashes) % 2 === 0) return at + 1;
  }
  return text.length;
}
