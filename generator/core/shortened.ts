/** The longest text of a document that a sentence quotes whole. */
const longest = 60;

/** Text of a document as a sentence quotes it: on one line, and of a long one the beginning. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > longest
    ? `${line.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…`
    : line;
}
