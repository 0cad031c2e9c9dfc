/**
 * How many quotation marks are tried in every combination. Of more, either all were encoded or none was: a client encodes by one rule.
 */
const mostMixed = 4;

/**
 * What the target of a request may have been before a URL parser made it: of all that RFC 3986 lets a client send, the parser of URLs
 * changes `'` in the query alone, to `%27` (WHATWG URL, section 1.3). At most 15 others.
 */
export function otherTargets(target: string): readonly string[] {
  const start = target.indexOf('?');
  if (start < 0) return [];
  const [first = '', ...rest] = target.slice(start).split('%27');
  const path = target.slice(0, start);
  if (rest.length > mostMixed) return [`${path}${[first, ...rest].join("'")}`];
  let spellings = [path + first];
  for (const part of rest)
    spellings = spellings.flatMap((before) => [`${before}%27${part}`, `${before}'${part}`]);
  // The first is the target itself.
  return spellings.slice(1);
}
