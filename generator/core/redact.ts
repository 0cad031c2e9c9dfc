/**
 * Replaces user information in URLs within a text (RFC 3986 section 3.2.1 advises against displaying it). Malformed URLs are covered as
 * well: `//user:secret@host`, `https:/user:secret@host`, and slashes that JSON escapes. Linear in the length of the text, which may be
 * hostile; therefore schemes are limited to 32 characters.
 */
export function redacted(text: string): string {
  return text.includes('@') ? text.replace(userinfo, '$1***@') : text;
}

/** Redacts a line of a document. Returns the column, counted from one, of the same character in the redacted line. */
export function redactedLine(
  text: string,
  column: number,
): { readonly text: string; readonly column: number } {
  const redactedText = redacted(text);
  if (redactedText === text) return { text, column };
  const before = redacted(text.slice(0, column - 1));
  let at = 0;
  while (at < before.length && before[at] === redactedText[at]) at += 1;
  return { text: redactedText, column: at + 1 };
}

const userinfo = /(\b[a-z][a-z0-9+.-]{1,31}:(?:\\?\/){1,3}|(?<![:\w./\\])\/\/)[^\s/?#"'`<>]+@/gi;
