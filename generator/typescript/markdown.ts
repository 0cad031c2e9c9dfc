import { code, type Text, join, visibleText } from '../printer/code.js';

/**
 * Escapes document text as one line of Markdown. It cannot end a table cell or a code span, or
 * begin HTML.
 */
export function markdownLine(text: string): Text {
  return escaped(visibleText(text).replace(/\s+/gu, ' ').trim());
}

function escaped(text: string): Text {
  return text.replace(/[\\`*_[\]<>|#&]/g, (character) => `\\${character}`) as Text;
}

/** Escapes document prose as one line of Markdown. Text between backticks remains code. */
export function markdownProse(text: string): Text {
  const pieces = visibleText(text)
    .replace(/\s+/gu, ' ')
    .trim()
    .split(/`([^`]+)`/u);
  return join(
    pieces.map((piece, index) => {
      const formatted = index % 2 === 1 ? markdownCode(piece) : escaped(piece);
      return index % 2 === 1 && formatted !== '' ? code`\`${formatted}\`` : formatted;
    }),
    '',
  );
}

/** Document text inside a code span. Characters that would end it are removed. */
export function markdownCode(text: string): Text {
  return visibleText(text)
    .replace(/[`|\s]+/gu, ' ')
    .trim() as Text;
}
