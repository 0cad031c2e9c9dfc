import type { Code } from './code.js';

/** Document text as one line of Markdown: it can end neither a table cell nor a code span, nor begin HTML. */
export function markdownLine(text: string): Code {
  return text
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[\\`*_[\]<>|#&]/g, (character) => `\\${character}`) as Code;
}

/** Document text inside a code span; what would end it is left out. */
export function markdownCode(text: string): Code {
  return text.replace(/[`|\s]+/gu, ' ').trim() as Code;
}
