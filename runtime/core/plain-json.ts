import { isExact } from './exact-numbers.js';

/** Levels of arrays and objects that the strict reader takes. */
const maxDepth = 128;

/**
 * The value of a text in which there is nothing for the strict reader to refuse, read by `JSON.parse`, which is several times faster.
 * `undefined` where the text has to be looked at closely, because it may be no JSON, have a member twice, half of a surrogate pair, a number
 * that changes, or too many levels.
 */
export function plainJson(text: string): { readonly value: unknown } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (text.includes('\\u') || /[\ud800-\udfff]/.test(text)) return undefined;
  // A member that comes twice is one in the value.
  const written = membersWritten(text);
  return written >= 0 && written === membersOf(value) ? { value } : undefined;
}

/**
 * The members that a text which is known to be JSON writes, counted by their colons; -1 where it is too deep, or has a number that
 * changes.
 */
function membersWritten(text: string): number {
  let members = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === minus || (code >= zero && code <= nine)) {
      const end = endOfNumber(text, at);
      if (end < 0) return -1;
      at = end;
      continue;
    }
    switch (code) {
      case quote:
        at = endOfString(text, at);
        break;
      case colon:
        members += 1;
        break;
      case openBrace:
      case openBracket:
        depth += 1;
        if (depth > maxDepth) return -1;
        break;
      case closeBrace:
      case closeBracket:
        depth -= 1;
        break;
    }
  }
  return members;
}

const quote = 0x22;
const minus = 0x2d;
const dot = 0x2e;
const zero = 0x30;
const nine = 0x39;
const colon = 0x3a;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** Characters of a numeral without an exponent that a double holds for certain. */
const certain = 15;

/** The offset of the last character of a number, -1 where it changes when it is read. By far most are short. */
function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  let code = text.charCodeAt(at);
  while ((code >= zero && code <= nine) || code === dot) code = text.charCodeAt((at += 1));
  if (at - start <= certain && code !== 0x65 && code !== 0x45) return at - 1;
  numeral.lastIndex = start;
  const [said = ''] = numeral.exec(text) ?? [];
  return isExact(said, Number(said)) ? start + said.length - 1 : -1;
}

const numeral = /[-\d][\d.eE+-]*/y;

/** The offset of the quote that ends a string: one with an even number of backslashes before it. */
function endOfString(text: string, start: number): number {
  let at = start;
  for (;;) {
    at = text.indexOf('"', at + 1);
    if (text.charCodeAt(at - 1) !== backslash) return at;
    let slashes = 1;
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
}

/** The members of all objects in a value that was just parsed, and so is no deeper than its text. */
function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let members = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') members += membersOf(item);
    return members;
  }
  for (const name in value) {
    members += 1;
    const member: unknown = (value as Readonly<Record<string, unknown>>)[name];
    if (typeof member === 'object') members += membersOf(member);
  }
  return members;
}
