/**
 * Returns the candidate that the user most likely meant. Prefers the smallest number of single-character edits (insertion, deletion,
 * replacement, swap of neighbours), ignoring letter case. Otherwise returns the only candidate that ends with the word, or `undefined`.
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
    if (seen > maxExamined || compared > maxCompared) break;
    const lower = candidate.toLowerCase();
    // One edit removes a letter, adds a letter, or both.
    if (countOf(letters ^ lettersOf(lower)) > 2 * (bestDistance - 1)) continue;
    compared += 1;
    const edits = distance(wanted, lower, bestDistance);
    if (edits < bestDistance && candidate !== wrong) {
      best = candidate;
      bestDistance = edits;
    }
  }
  return best ?? onlyLonger(wanted, candidates);
}

/**
 * Limits on the candidates of similar length that are examined, and on those of similar letters that are compared. Without them, thousands
 * of misspelt names with thousands of candidates each would take too long.
 */
const maxExamined = 3000;
const maxCompared = 300;

/** The set of characters in a text as a bit mask, by code modulo 32. */
function lettersOf(text: string): number {
  let bits = 0;
  for (let at = 0; at < text.length; at += 1) bits |= 1 << (text.charCodeAt(at) & 31);
  return bits;
}

/** Counts the bits that are set. */
function countOf(bits: number): number {
  let count = 0;
  for (let remaining = bits; remaining !== 0; remaining &= remaining - 1) count += 1;
  return count;
}

/**
 * Returns the candidate that the word is probably a misspelling of: one edit away, or two for a long word, ignoring letter case. Stricter
 * than a suggestion, because the word may be correct.
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

/** Returns the only candidate that ends with the word, such as `requestBody` for `body`. */
function onlyLonger(wanted: string, candidates: Iterable<string>): string | undefined {
  if (wanted.length < 4) return undefined;
  let only: string | undefined;
  let seen = 0;
  for (const candidate of candidates) {
    seen += 1;
    if (seen > maxExamined) break;
    if (!candidate.toLowerCase().endsWith(wanted)) continue;
    if (only !== undefined) return undefined;
    only = candidate;
  }
  return only;
}

/** Builds a hint from a suggestion. Empty if there is no suggestion. */
export function didYouMean(
  wrong: string,
  candidates: Iterable<string>,
): { readonly hint?: string } {
  const suggestion = suggest(wrong, candidates);
  return suggestion === undefined ? {} : { hint: `did you mean "${suggestion}"?` };
}

/**
 * Optimal string alignment distance, or `limit` if the distance is at least that. Only the cells within `limit` of the diagonal are
 * computed, because all others exceed it.
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
    let minimum = current[from - 1] ?? far;
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
      minimum = Math.min(minimum, value);
    }
    if (minimum >= limit) return limit;
    // The row before last is reused. Its stale cells are outside the diagonal band and are never read.
    const spare = before;
    before = previous;
    previous = current;
    current = spare;
  }
  return previous[right.length] ?? limit;
}
