import { code, type Code, join, visibleText } from '../printer/code.js';

/**
 * Escapes document text as one line of Markdown. It cannot end a table cell or a code span, or
 * begin HTML.
 */
export function markdownLine(text: string): Code {
  return escaped(visibleText(text).replace(/\s+/gu, ' ').trim());
}

function escaped(text: string): Code {
  return text.replace(/[\\`*_[\]<>|#&]/g, (character) => `\\${character}`) as Code;
}

/** Escapes document prose as one line of Markdown. Text between backticks remains code. */
export function markdownProse(text: string): Code {
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
export function markdownCode(text: string): Code {
  return visibleText(text)
    .replace(/[`|\s]+/gu, ' ')
    .trim() as Code;
}

/** Formats a table with columns of uniform width, like code formatters. */
export function markdownTable(head: readonly Code[], rows: readonly (readonly Code[])[]): Code {
  const widths = head.map((title, column) =>
    Math.max(3, title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly Code[]): Code =>
    code`| ${join(
      widths.map((width, column) => (cells[column] ?? '').padEnd(width) as Code),
      ' | ',
    )} |`;
  const rule = widths.map((width) => '-'.repeat(width) as Code);
  return join([line(head), line(rule), ...rows.map(line)], '\n');
}
