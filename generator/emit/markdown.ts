import { code, type Code, join, visibleText } from './code.js';

/** Document text as one line of Markdown: it can end neither a table cell nor a code span, nor begin HTML. */
export function markdownLine(text: string): Code {
  return escaped(visibleText(text).replace(/\s+/gu, ' ').trim());
}

function escaped(text: string): Code {
  return text.replace(/[\\`*_[\]<>|#&]/g, (character) => `\\${character}`) as Code;
}

/** Document prose as one line of Markdown, in which text between backticks stays code. */
export function markdownProse(text: string): Code {
  const pieces = visibleText(text)
    .replace(/\s+/gu, ' ')
    .trim()
    .split(/`([^`]+)`/u);
  return join(
    pieces.map((piece, index) => {
      const inside = index % 2 === 1 ? markdownCode(piece) : escaped(piece);
      return index % 2 === 1 && inside !== '' ? code`\`${inside}\`` : inside;
    }),
    '',
  );
}

/** Document text inside a code span; what would end it is left out. */
export function markdownCode(text: string): Code {
  return visibleText(text)
    .replace(/[`|\s]+/gu, ' ')
    .trim() as Code;
}

/** A table whose columns are as wide as their widest cell, as formatters lay it out. */
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
