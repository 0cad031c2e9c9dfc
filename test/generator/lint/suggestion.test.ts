import fc from 'fast-check';
import { expect, test } from 'vitest';
import { misspelling, suggest } from '../../../generator/core/suggestion.js';
import { randomRuns } from '../../rounds.js';

/** Distance by single-character edits and swaps, letter by letter, as its definition has it. */
function distance(left: string, right: string): number {
  const rows = Array.from({ length: left.length + 1 }, (_, row) =>
    Array.from({ length: right.length + 1 }, (__, column) => row + column),
  );
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= left.length; row += 1)
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const edited = Math.min(at(row - 1, column), at(row, column - 1)) + 1;
      const kept = at(row - 1, column - 1) + (same ? 0 : 1);
      const turned = row > 1 && column > 1 && swapped ? at(row - 2, column - 2) + 1 : Infinity;
      (rows[row] ?? [])[column] = Math.min(edited, kept, turned);
    }
  return at(left.length, right.length);
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 4, maxLength: 12 });

test('suggests one of the nearest names', () => {
  fc.assert(
    fc.property(word, fc.array(word, { maxLength: 20 }), (wrong, candidates) => {
      const limit = Math.floor(wrong.length / 3);
      const others = candidates.filter((each) => each !== wrong);
      const nearest = Math.min(...others.map((each) => distance(wrong, each)));
      const found = suggest(wrong, others);
      if (nearest <= limit) expect(distance(wrong, found ?? '')).toBe(nearest);
      const slip = misspelling(wrong, others);
      if (slip !== undefined) expect(distance(wrong, slip)).toBeLessThanOrEqual(2);
    }),
    randomRuns(1000),
  );
});

test('suggests the nearest of thousands of names', () => {
  const others = Array.from({ length: 2500 }, (_, index) => `xyz${index}`);
  expect(suggest('polcy1', [...others, 'policy1'])).toBe('policy1');
});
