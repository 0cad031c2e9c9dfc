import { expressionOf, statementDoc, assignmentDoc } from './expressions.js';
import { type Doc, printDoc } from '../layout.js';
import { cursorOver, UnsupportedLayout, tokenise } from './tokens.js';
import { readType, type TypeNode } from './type-nodes.js';
import { typeAfter } from './type-docs.js';

/** Maximum line width in columns, the formatter's `printWidth`. */
export const printWidth = 100;

/** Parses a type for its layout. Text that cannot be parsed is kept unchanged. */
export function typeNode(text: string): TypeNode {
  const cache = text.length > maxShortLength ? longTypes : shortTypes;
  let node = cache.get(text);
  if (node === undefined) {
    node = parseType(text);
    cache.set(text, node);
  }
  return node;
}

/** Clears the cache of long types, which rarely occur in other files. */
export function forgetLongTypes(): void {
  longTypes.clear();
}

/** Cache of parsed types, because members repeat them. */
const shortTypes = new Map<string, TypeNode>();
const longTypes = new Map<string, TypeNode>();
const maxShortLength = 60;

function parseType(text: string): TypeNode {
  const tokens = tokenise(text);
  if (tokens === undefined) return { kind: 'text', text };
  try {
    const cursor = cursorOver(tokens);
    const node = readType(cursor);
    return cursor.done ? node : { kind: 'text', text };
  } catch (error) {
    if (error instanceof UnsupportedLayout) return { kind: 'text', text };
    throw error;
  }
}

/** Prints a line that ends with a type: unchanged if it fits, otherwise broken. */
export function typedLine(
  before: string,
  mark: ':' | '',
  type: string,
  after: string,
  depth: number,
): string {
  const flat = `${before}${mark}${mark === '' ? '' : ' '}${type}${after}`;
  if (fitsUnchanged(flat, depth)) return flat;
  return printDoc([before, typeAfter(mark, typeNode(type)), after], printWidth, depth);
}

/** Prints `before: type = initializer;` in the formatter's layout. */
export function assignedLine(
  before: string,
  type: string | undefined,
  initializer: string,
  after: string,
  depth: number,
): string {
  const annotation = type === undefined ? '' : `: ${type}`;
  const flat = `${before}${annotation} = ${initializer}${after}`;
  if (fitsUnchanged(flat, depth)) return flat;
  const left: Doc = type === undefined ? before : [before, typeAfter(':', typeNode(type))];
  const expression = initializer.includes('\n') ? undefined : expressionOf(initializer);
  if (expression === undefined) {
    const head = printDoc([left, ' = '], printWidth, depth);
    const space = initializer.startsWith('\n') ? '' : ' ';
    return `${head.trimEnd()}${space}${indentLines(initializer, depth)}${after}`;
  }
  if (type !== undefined && depth === 0 && breaksFirst(typeNode(type))) {
    return printDoc([left, ' = ', expression.doc, after], printWidth, depth);
  }
  return printDoc([assignmentDoc(left, ' =', expression), after], printWidth, depth);
}

/** True if a variable's type breaks before its value: it has several type arguments, at least one with arguments itself. */
function breaksFirst(node: TypeNode): boolean {
  return (
    node.kind === 'generic' &&
    node.args.length > 1 &&
    node.args.some(({ kind }) => kind === 'generic')
  );
}

/** Indents a statement that is already text, and breaks it if it is a single line that is too long. */
export function statementLines(text: string, depth: number): string {
  if (text.includes('\n') || fitsUnchanged(text, depth)) return indentLines(text, depth);
  const doc = statementDoc(text);
  return doc === undefined ? text : printDoc(doc, printWidth, depth);
}

/** Indents all lines after the first. */
export function indentLines(text: string, depth: number): string {
  return depth === 0 ? text : text.replace(/\n(?=[^\n])/gu, `\n${' '.repeat(depth)}`);
}

/** True if a line can be printed unchanged: it fits, and nothing in it must break. */
export function fitsUnchanged(text: string, depth: number): boolean {
  return depth + text.length <= printWidth && !text.includes('\n') && !/[}\]], [{[]/u.test(text);
}
