/** Checks of a document before it is parsed. */

/** Maximum length of a document in UTF-16 units. */
export const longestText: number = 64 * 1024 * 1024;

/** Maximum nesting of elements, in documents and in values. */
export const deepestNesting = 256;

/**
 * Returns the reason for rejecting a text: its length, a document type, or too many levels of elements. The latter protect the
 * recursive parser. For text that is not XML the result is arbitrary, but the scan terminates.
 */
export function refusalOf(text: string): string | undefined {
  if (text.length > longestText) return `at most ${longestText} characters`;
  let depth = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const past = pastMarkup(text, at);
    if (past !== undefined) at = past;
    else if (text.startsWith('<!', at)) return 'XML without a document type';
    else {
      const end = endOfTag(text, at);
      if (text[at + 1] === '/') depth -= 1;
      else if (text[end - 1] !== '/') depth += 1;
      if (depth > deepestNesting) return `at most ${deepestNesting} levels of elements`;
      at = end + 1;
    }
  }
  return undefined;
}

/** Offset after the comment, CDATA section or processing instruction that starts here; `undefined` if there is none. */
function pastMarkup(text: string, start: number): number | undefined {
  for (const [from, to] of markup)
    if (text.startsWith(from, start)) return past(text, to, start + from.length);
  return undefined;
}

const markup = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

function past(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  return at < 0 ? text.length : at + end.length;
}

/** Offset of the `>` that ends a tag. Attribute values may contain others. */
function endOfTag(text: string, start: number): number {
  let quote: string | undefined;
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at];
    if (quote !== undefined) {
      if (character === quote) quote = undefined;
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at;
  }
  return text.length;
}
