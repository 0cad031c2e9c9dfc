/**
 * The candidate that a person most likely meant: the nearest by single-character edits (insertion, deletion,
 * replacement, swap of neighbours), letter case aside, or else the only one that ends with the word; `undefined` when
 * there is none.
 */
export function suggest(wrong: string, candidates: Iterable<string>): string | undefined {
  const limit = Math.max(1, Math.floor(wrong.length / 3));
  const wanted = wrong.toLowerCase();
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - wrong.length) >= bestDistance) continue;
    const found = distance(wanted, candidate.toLowerCase(), bestDistance);
    if (found < bestDistance && candidate !== wrong) {
      best = candidate;
      bestDistance = found;
    }
  }
  return best ?? onlyLonger(wanted, candidates);
}

/**
 * The candidate that a word is a slip of: one edit away, two if it is long, letter case aside. Stricter than a suggestion, because the word
 * may be right.
 */
export function misspelling(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length < 4) return undefined;
  const limit = word.length < 9 ? 1 : 2;
  const wanted = word.toLowerCase();
  for (const candidate of candidates) {
    if (candidate.length < 4 || Math.abs(candidate.length - word.length) > limit) continue;
    if (distance(wanted, candidate.toLowerCase(), limit + 1) <= limit) return candidate;
  }
  return undefined;
}

/** The one candidate that holds the word: who writes `body` means `requestBody`. */
function onlyLonger(wanted: string, candidates: Iterable<string>): string | undefined {
  if (wanted.length < 4) return undefined;
  const [only, ...others] = [...candidates].filter((each) => each.toLowerCase().endsWith(wanted));
  return others.length === 0 ? only : undefined;
}

/** The hint that goes with a suggestion; nothing where there is none. */
export function didYouMean(
  wrong: string,
  candidates: Iterable<string>,
): { readonly hint?: string } {
  const suggestion = suggest(wrong, candidates);
  return suggestion === undefined ? {} : { hint: `did you mean "${suggestion}"?` };
}

/** Optimal string alignment distance, given up as soon as it reaches `limit`. */
function distance(left: string, right: string, limit: number): number {
  let before: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    let smallest = row;
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      let value = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 &&
        column > 1 &&
        left[row - 1] === right[column - 2] &&
        left[row - 2] === right[column - 1];
      if (swapped) value = Math.min(value, (before[column - 2] ?? 0) + 1);
      current.push(value);
      smallest = Math.min(smallest, value);
    }
    if (smallest >= limit) return limit;
    before = previous;
    previous = current;
  }
  return previous[right.length] ?? limit;
}
