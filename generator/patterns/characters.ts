import type { PatternFlags } from '../../runtime/core/pattern/syntax-tree.js';

/** Set of characters: inclusive ranges of code points or UTF-16 units. */
export type Characters = readonly (readonly [from: number, to: number])[];

/** All code points. */
export const anyCharacter: Characters = [[0, 0x10ffff]];

const digits: Characters = [[0x30, 0x39]];
const words: Characters = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
const spaces: Characters = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];

/** Characters that `.` matches. */
const notLineEnd: Characters = inverse([
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
]);

/** Characters that `\d`, `\w`, `\s` and their negations match, by letter. */
const classes: ReadonlyMap<string, Characters> = new Map([
  ['d', digits],
  ['D', inverse(digits)],
  ['w', words],
  ['W', inverse(words)],
  ['s', spaces],
  ['S', inverse(spaces)],
]);

/** True if the sets have a common character. */
export function overlap(left: Characters, right: Characters): boolean {
  return left.some(([from, to]) => right.some(([start, end]) => from <= end && start <= to));
}

/**
 * Returns the characters that an atom matches: `a`, `.`, `\d`, `[^a-z]`. Unicode properties are not looked up: they are overestimated as
 * all characters, and so is a negated class that contains one.
 */
export function charactersOf(text: string, flags: PatternFlags): Characters {
  if (text === '.') return notLineEnd;
  const points = flags === 'u' ? Array.from(text) : text.split('');
  let index = 0;
  const isClass = points[0] === '[' && points.length > 1;
  if (!isClass) return member();
  index = 1;
  const isNegated = points[index] === '^';
  if (isNegated) index += 1;
  const ranges: (readonly [number, number])[] = [];
  while (index < points.length - 1) {
    const first = member();
    if (points[index] !== '-' || index >= points.length - 2 || !isOne(first)) {
      ranges.push(...first);
      continue;
    }
    index += 1;
    const last = member();
    if (isOne(last)) ranges.push([first[0]?.[0] ?? 0, last[0]?.[1] ?? 0]);
    else ranges.push(...first, [dash, dash], ...last);
  }
  if (!isNegated) return ranges;
  return /\\p\{/i.test(text) && flags === 'u' ? anyCharacter : inverse(ranges);

  function member(): Characters {
    const point = points[index] ?? '';
    index += 1;
    if (point !== '\\') return one(point.codePointAt(0) ?? 0);
    const rest = points.slice(index).join('');
    const letter = points[index] ?? '';
    if (flags === 'u' && (letter === 'p' || letter === 'P')) {
      index += Array.from(rest.slice(0, rest.indexOf('}') + 1)).length;
      return anyCharacter;
    }
    const known = classes.get(letter);
    if (known !== undefined) {
      index += 1;
      return known;
    }
    const { code, length } = escapeOf(rest, flags);
    index += length;
    return one(code);
  }
}

/** Decodes an escape. `length` is the number of units after the backslash that belong to it. */
function escapeOf(
  rest: string,
  flags: PatternFlags,
): { readonly code: number; readonly length: number } {
  const pair = flags === 'u' ? /^u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})/i.exec(rest) : null;
  if (pair !== null) {
    const [high, low] = [hex(pair[1]), hex(pair[2])];
    return { code: (high - 0xd800) * 0x400 + low - 0xdc00 + 0x10000, length: pair[0].length };
  }
  const coded = /^(?:x([\da-f]{2})|u([\da-f]{4}))/i.exec(rest);
  if (coded !== null) return { code: hex(coded[1] ?? coded[2]), length: coded[0].length };
  const braced = flags === 'u' ? /^u\{([\da-f]+)\}/i.exec(rest) : null;
  if (braced !== null) return { code: hex(braced[1]), length: braced[0].length };
  // In a class without Unicode mode, `\c` accepts digits too. Without a letter it is a literal backslash.
  if (/^c\w/.test(rest)) return { code: rest.charCodeAt(1) % 32, length: 2 };
  if (rest.startsWith('c')) return { code: 0x5c, length: 0 };
  const octal = /^(?:[0-3][0-7]{0,2}|[4-7][0-7]?)/.exec(rest);
  if (octal !== null) return { code: Number.parseInt(octal[0], 8), length: octal[0].length };
  const control = { n: 0x0a, r: 0x0d, t: 0x09, v: 0x0b, f: 0x0c, b: 0x08 }[rest[0] ?? ''];
  return { code: control ?? rest.codePointAt(0) ?? 0, length: 1 };
}

function hex(text = ''): number {
  return Number.parseInt(text, 16);
}

const dash = 0x2d;

function one(code: number): Characters {
  return [[code, code]];
}

function isOne(characters: Characters): boolean {
  return characters.length === 1 && characters[0]?.[0] === characters[0]?.[1];
}

/** Returns the complement of the set. */
function inverse(characters: Characters): Characters {
  const sorted = [...characters].sort(([left], [right]) => left - right);
  const rest: (readonly [number, number])[] = [];
  let next = 0;
  for (const [from, to] of sorted) {
    if (from > next) rest.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  if (next <= 0x10ffff) rest.push([next, 0x10ffff]);
  return rest;
}
