/**
 * The candidate that a person most likely meant: the nearest by single-character edits (insertion, deletion,
 * replacement, swap of neighbours), letter case aside, or else the only one that ends with the word; `undefined` when
 * there is none.
 */
export function suggest(wrong: string, candidates: Iterable<string>): string | undefined {
  const limit = Math.max(1, Math.floor(wrong.length / 3));
  const wanted = wrong.toLowerCase();
  const letters = lettersOf(wanted);
  let best: string | undefined;
  let bestDistance = limit + 1;
  let seen = 0;
  let compared = 0;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - wrong.length) >= bestDistance) continue;
    seen += 1;
    if (seen > mostSeen || compared > mostCompared) break;
    const lower = candidate.toLowerCase();
    // An edit takes one letter away or adds one, or both.
    if (countOf(letters ^ lettersOf(lower)) > 2 * (bestDistance - 1)) continue;
    compared += 1;
    const found = distance(wanted, lower, bestDistance);
    if (found < bestDistance && candidate !== wrong) {
      best = candidate;
      bestDistance = found;
    }
  }
  return best ?? onlyLonger(wanted, candidates);
}

/**
 * How many candidates of about the same length are looked at, and how many of about the same letters are compared: where thousands of names
 * are wrong, each with thousands of others would take too long.
 */
const mostSeen = 3000;
const mostCompared = 300;

/** Which characters stand in a text, as bits: those of one code modulo 32 share one. */
function lettersOf(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at += 1) bits |= 1 << (text.charCodeAt(at) & 31);
  return bits;
}

/** How many bits of a number are set. */
function countOf(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
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
  let only: string | undefined;
  let seen = 0;
  for (const candidate of candidates) {
    seen += 1;
    if (seen > mostSeen) break;
    if (!candidate.toLowerCase().endsWith(wanted)) continue;
    if (only !== undefined) return undefined;
    only = candidate;
  }
  return only;
}

/** The hint that goes with a suggestion; nothing where there is none. */
export function didYouMean(
  wrong: string,
  candidates: Iterable<string>,
): { readonly hint?: string } {
  const suggestion = suggest(wrong, candidates);
  return suggestion === undefined ? {} : { hint: `did you mean "${suggestion}"?` };
}

/**
 * Optimal string alignment distance, given up as soon as it reaches `limit`. Only what is nearer to the diagonal than that is looked at: the
 * rest is farther away.
 */
function distance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) >= limit) return limit;
  const far = limit + 1;
  const row = (): number[] => Array.from({ length: right.length + 1 }, () => far);
  let before = row();
  let previous = row();
  let current = row();
  for (let column = 0; column <= Math.min(right.length, limit); column += 1)
    previous[column] = column;
  for (let at = 1; at <= left.length; at += 1) {
    const from = Math.max(1, at - limit);
    const to = Math.min(right.length, at + limit);
    current[from - 1] = from === 1 ? at : far;
    let smallest = current[from - 1] ?? far;
    for (let column = from; column <= to; column += 1) {
      const same = left[at - 1] === right[column - 1];
      let value = Math.min(
        (previous[column] ?? far) + 1,
        (current[column - 1] ?? far) + 1,
        (previous[column - 1] ?? far) + (same ? 0 : 1),
      );
      const swapped =
        at > 1 &&
        column > 1 &&
        left[at - 1] === right[column - 2] &&
        left[at - 2] === right[column - 1];
      if (swapped) value = Math.min(value, (before[column - 2] ?? far) + 1);
      current[column] = value;
      smallest = Math.min(smallest, value);
    }
    if (smallest >= limit) return limit;
    // The row before last is written over: what it held beyond the diagonal is never looked at.
    const spare = before;
    before = previous;
    previous = current;
    current = spare;
  }
  return previous[right.length] ?? limit;
}
