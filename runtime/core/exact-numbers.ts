/** Whether numbers in a text survive being read as doubles. */

/**
 * Whether a double holds what a numeral says: it is finite, and an integer keeps its value. One that is spelt with a fraction or an
 * exponent keeps it if printing the double gives the same decimal, since `1e23` is how doubles are written and never how an id is.
 */
export function isExact(digits: string, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  if (Number.isSafeInteger(value) || !Number.isInteger(value)) return true;
  const said = decimalOf(digits);
  if (said.includes('e-') || said === decimalOf(String(BigInt(value)))) return true;
  return /[.e]/i.test(digits) && said === decimalOf(String(value));
}

/** The one spelling of a number's decimal value: sign, digits without zeros at either end, exponent. */
export function decimalOf(text: string): string {
  const match = numberParts.exec(text);
  if (match === null) return 'NaN';
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = whole + fraction;
  let first = 0;
  while (digits[first] === '0') first += 1;
  let end = digits.length;
  while (end > first && digits[end - 1] === '0') end -= 1;
  if (first === end) return '0';
  // Nobody means an exponent that long, and arithmetic on it would cost what its author likes.
  if (exponent.length > 15) return `${sign}${whole}.${fraction}e${exponent}`;
  const power = Number(exponent) - fraction.length + digits.length - end;
  return `${sign}${digits.slice(first, end)}e${power}`;
}

const numberParts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * Whether a text that is known to be JSON may hold a number that changes when it is read: one of sixteen characters, or with an
 * exponent. By far most texts hold none.
 */
export function isSuspicious(text: string): boolean {
  return longNumber.test(text) || (!/^[{[]/.test(text) && /^\s*[-\d]/.test(text));
}

/** What looks like one within a string is looked at closely as well. */
const longNumber = /[\s:[,]-?\d(?:[\d.]{15}|[\d.]*[eE])/;

/** The offset of the first number of a text that changes when it is read; -1 where there is none. The text is known to be JSON. */
export function firstInexact(text: string): number {
  if (!isSuspicious(text)) return -1;
  const mark = /"|-?\d[\d.eE+-]*/g;
  for (let match = mark.exec(text); match !== null; match = mark.exec(text)) {
    const [said] = match;
    if (said === '"') mark.lastIndex = endOfString(text, mark.lastIndex);
    else if (!isExact(said, Number(said))) return match.index;
  }
  return -1;
}

/** The offset behind the quote that ends a string: one with an even number of backslashes before it. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = at;
    while (text[slashes - 1] === '\\') slashes -= 1;
    if ((at - slashes) % 2 === 0) return at + 1;
  }
  return text.length;
}
