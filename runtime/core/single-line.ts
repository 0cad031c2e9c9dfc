/** Maximum length of a server's text that an error repeats. */
const longest = 300;

/** Replaces control characters and line breaks, so that a server's text cannot forge lines of a log. */
export function singleLine(text: string): string {
  const line = text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
