/** What is looked for in a text before anything is made of it. */

/** UTF-16 units beyond which a document is refused. */
export const longestText: number = 64 * 1024 * 1024;

/** Levels of elements beyond which a document is refused, and a value as well. */
export const deepestNesting = 256;

/**
 * What is wrong with a text whatever else it holds: a document type, or too many levels of elements. A parser that calls itself for each level
 * is shown neither. Of a text that is no XML nothing has to be right but that this ends.
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

/** The offset behind a comment, a section of text or an instruction that begins here; `undefined` for anything else. */
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

/** The offset of the `>` that ends a tag: values of attributes may have others. */
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
