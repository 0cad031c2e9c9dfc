/**
 * Finds the name that a misspelt name most likely stands for. It has the smallest edit distance, ignoring case. Returns
 * `undefined` if more than a third of the characters would have to change. Names of up to eight characters may differ by
 * two, and names of up to three by one.
 */
export function closestName(wrong: string, names: Iterable<string>): string | undefined {
  let closest: string | undefined;
  let least = Math.max(wrong.length > 3 ? 2 : 1, Math.floor(wrong.length / 3)) + 1;
  for (const name of names) {
    if (Math.abs(name.length - wrong.length) >= least) continue;
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
