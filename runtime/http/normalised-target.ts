/**
 * Up to this many quotation marks, every combination is tried. Beyond it, either all or none are taken to have been
 * encoded, because a client encodes by one rule.
 */
const maxMixed = 4;

/**
 * Targets that a URL parser would have turned into this one; at most 15.
 *
 * Of all characters that RFC 3986 allows in a target, a URL parser
 * changes only `'` in the query, to `%27` (WHATWG URL, section 1.3).
 */
export function otherTargets(target: string): readonly string[] {
  const start = target.indexOf('?');
  if (start < 0) return [];
  const [first = '', ...rest] = target.slice(start).split('%27');
  const path = target.slice(0, start);
  if (rest.length > maxMixed) return [`${path}${[first, ...rest].join("'")}`];
  let candidates = [path + first];
  for (const part of rest)
    candidates = candidates.flatMap((prefix) => [`${prefix}%27${part}`, `${prefix}'${part}`]);
  // The first combination is the target itself.
  return candidates.slice(1);
}
