import type { ts as TypeScript } from 'ts-morph';
import { fileStyle, handlerText, type FileStyle } from './handler-text.js';
import { importNotImplemented } from './import-not-implemented.js';
import type { Addition } from './missing.js';

/** Text to insert at an offset. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** Adds handlers after the last member of their objects, with a function of the module `runtime`. All other bytes are unchanged. */
export function addHandlers(
  ts: typeof TypeScript,
  file: TypeScript.SourceFile,
  additions: readonly Addition[],
  runtime: string,
): string {
  const { text } = file;
  const style = fileStyle(ts, file);
  const notImplementedImport = importNotImplemented(ts, file, style, runtime);
  const insertions = [
    ...notImplementedImport.insertions,
    ...additions.flatMap((addition) =>
      insertionsFor(ts, file, addition, { ...style, errorFactory: notImplementedImport.name }),
    ),
  ].sort((a, b) => a.at - b.at);
  let position = 0;
  let result = '';
  for (const insertion of insertions) {
    result += text.slice(position, insertion.at) + insertion.text;
    position = insertion.at;
  }
  return result + text.slice(position);
}

function insertionsFor(
  ts: typeof TypeScript,
  file: TypeScript.SourceFile,
  { handlers: place, operations }: Addition,
  style: FileStyle,
): readonly Insertion[] {
  const { text } = file;
  const { node } = place;
  const isObject = ts.isObjectLiteralExpression(node);
  const list = isObject ? node.properties : node.members;
  const last = list.at(-1);
  const brace = node.getEnd() - 1;
  const outer = indentAt(text, isObject ? brace : node.getStart(file));
  const inner = indentOf(text, list, file) ?? outer;
  const isDeeper = inner !== outer && inner.startsWith(outer);
  const unit = isDeeper ? inner.slice(outer.length) : style.unit;
  const indent = isDeeper ? inner : outer + unit;
  const form = isObject ? 'member' : 'field';
  const handlers = operations.map((operation) =>
    handlerText(operation, { form, typing: place.typing }, { ...style, indent, unit }),
  );
  const lineBreak = lineBreakBefore(text, brace);
  const body = (handlers.join('\n\n') + '\n').replaceAll('\n', lineBreak);
  const comma: readonly Insertion[] =
    isObject && last !== undefined && !list.hasTrailingComma
      ? [{ at: last.getEnd(), text: ',' }]
      : [];
  const gap = last === undefined ? '' : lineBreak;
  // The closing brace may share its line with other code.
  const lineStart = text.lastIndexOf('\n', brace - 1) + 1;
  const isAlone = lineStart > 0 && /^[ \t]*$/.test(text.slice(lineStart, brace));
  return [
    ...comma,
    isAlone
      ? { at: lineStart, text: gap + body }
      : { at: brace, text: lineBreak + gap + body + outer },
  ];
}

/** Indentation of the last member that begins a line. */
function indentOf(
  text: string,
  list: ReadonlyArray<TypeScript.Node>,
  file: TypeScript.SourceFile,
): string | undefined {
  const offsets = list.map((member) => member.getStart(file)).reverse();
  const at = offsets.find((offset) => /(?:^|\n)[ \t]*$/.test(text.slice(0, offset)));
  return at === undefined ? undefined : indentAt(text, at);
}

/** The leading white space of a line. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start))?.[0] ?? '';
}

/** The line break before an offset, or the first one of the file. */
function lineBreakBefore(text: string, offset: number): string {
  const above = text.lastIndexOf('\n', offset - 1);
  const at = above < 0 ? text.indexOf('\n') : above;
  return at > 0 && text[at - 1] === '\r' ? '\r\n' : '\n';
}
