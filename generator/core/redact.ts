/**
 * Text that may hold URLs, without the names and passwords in those (RFC 3986 section 3.2.1, which advises to show neither). A URL need
 * not be right: `//user:secret@host`, `https:/user:secret@host` and one with slashes that JSON escapes are found too. Takes time in proportion to the text, which may be
 * hostile: no scheme is longer than 32 characters.
 */
export function redacted(text: string): string {
  return text.includes('@') ? text.replace(userinfo, '$1***@') : text;
}

/** A line of a document and a column of it, from one, without names and passwords. */
export function redactedLine(
  text: string,
  column: number,
): { readonly text: string; readonly column: number } {
  const shown = redacted(text);
  if (shown === text) return { text, column };
  const before = redacted(text.slice(0, column - 1));
  let at = 0;
  while (at < before.length && before[at] === shown[at]) at += 1;
  return { text: shown, column: at + 1 };
}

const userinfo = /(\b[a-z][a-z0-9+.-]{1,31}:(?:\\?\/){1,3}|(?<![:\w./\\])\/\/)[^\s/?#"'`<>]+@/gi;
