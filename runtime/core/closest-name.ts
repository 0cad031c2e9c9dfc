/**
 * The name that a person most likely meant by another: the one that is least far from it by insertions, deletions and replacements of single
 * characters, letter case aside; `undefined` where more than a third of it would have to change, or more than two of a few.
 */
export function closestName(wrong: string, names: Iterable<string>): string | undefined {
  let closest: string | undefined;
  let least = Math.max(wrong.length > 3 ? 2 : 1, Math.floor(wrong.length / 3)) + 1;
  for (const name of names) {
    const edits = distance(wrong.toLowerCase(), name.toLowerCase());
    if (edits >= least) continue;
    closest = name;
    least = edits;
  }
  return closest;
}

/** Levenshtein's distance. */
function distance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      current.push(
        Math.min(
          (previous[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (previous[column - 1] ?? 0) + (isSame ? 0 : 1),
        ),
      );
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}
