/** Maximum length, in UTF-16 code units, of document text that is quoted in full. */
const maxLength = 60;

/** Prepares text of a document for a message: puts it on one line and truncates it if it is long. */
export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > maxLength
    ? `${line.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')}…`
    : line;
}
