/** Longest text of a server that an error repeats. */
const longest = 300;

/** One line without control characters: a server's text must not forge lines of a log. */
export function printable(text: string): string {
  const line = text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
