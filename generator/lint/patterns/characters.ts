/** Characters that a position of a pattern takes: ranges of code points, both ends included. */
export type Characters = readonly (readonly [from: number, to: number])[];

/** Every code point. */
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

/** What `.` takes. */
export const notLineEnd: Characters = inverse([
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
]);

/** What `\d`, `\w` and `\s` and their opposites take, by letter. */
export const classes: ReadonlyMap<string, Characters> = new Map([
  ['d', digits],
  ['D', inverse(digits)],
  ['w', words],
  ['W', inverse(words)],
  ['s', spaces],
  ['S', inverse(spaces)],
]);

/** Whether some character is in both. */
export function overlap(left: Characters, right: Characters): boolean {
  return left.some(([from, to]) => right.some(([start, end]) => from <= end && start <= to));
}

/** Every character but these. */
export function inverse(characters: Characters): Characters {
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
