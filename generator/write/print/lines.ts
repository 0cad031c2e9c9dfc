import { expressionOf, statementDoc, assignmentDoc } from './expressions.js';
import { type Doc, printDoc } from './doc.js';
import { cursorOver, NotLaidOut, tokenise } from './tokens.js';
import { readType, type TypeNode } from './type-nodes.js';
import { typeAfter } from './type-docs.js';

/** Columns of a line; the formatter's `printWidth`. */
export const printWidth = 100;

/** A type as the layout knows it; text that is no type it knows stays as it is. */
export function typeNode(text: string): TypeNode {
  const known = text.length > longestShort ? longTypes : shortTypes;
  let node = known.get(text);
  if (node === undefined) {
    node = readText(text);
    known.set(text, node);
  }
  return node;
}

/** Forgets the long types of a file: those of another one are others. */
export function forgetLongTypes(): void {
  longTypes.clear();
}

/** Types that have been read: members repeat them. */
const shortTypes = new Map<string, TypeNode>();
const longTypes = new Map<string, TypeNode>();
const longestShort = 60;

function readText(text: string): TypeNode {
  const tokens = tokenise(text);
  if (tokens === undefined) return { kind: 'text', text };
  try {
    const cursor = cursorOver(tokens);
    const node = readType(cursor);
    return cursor.done ? node : { kind: 'text', text };
  } catch (error) {
    if (error instanceof NotLaidOut) return { kind: 'text', text };
    throw error;
  }
}

/** A line that ends in a type: as it is where it fits, laid out where it does not. */
export function typedLine(
  before: string,
  mark: ':' | '',
  type: string,
  after: string,
  depth: number,
): string {
  const flat = `${before}${mark}${mark === '' ? '' : ' '}${type}${after}`;
  if (isSettled(flat, depth)) return flat;
  return printDoc([before, typeAfter(mark, typeNode(type)), after], printWidth, depth);
}

/** `before: type = initializer;` in the formatter's layout. */
export function assignedLine(
  before: string,
  type: string | undefined,
  initializer: string,
  after: string,
  depth: number,
): string {
  const annotation = type === undefined ? '' : `: ${type}`;
  const flat = `${before}${annotation} = ${initializer}${after}`;
  if (isSettled(flat, depth)) return flat;
  const left: Doc = type === undefined ? before : [before, typeAfter(':', typeNode(type))];
  const expression = initializer.includes('\n') ? undefined : expressionOf(initializer);
  if (expression === undefined) {
    const head = printDoc([left, ' = '], printWidth, depth);
    const space = initializer.startsWith('\n') ? '' : ' ';
    return `${head.trimEnd()}${space}${moved(initializer, depth)}${after}`;
  }
  if (type !== undefined && depth === 0 && breaksFirst(typeNode(type))) {
    return printDoc([left, ' = ', expression.doc, after], printWidth, depth);
  }
  return printDoc([assignmentDoc(left, ' =', expression), after], printWidth, depth);
}

/** Whether a variable's type breaks before its value does: several arguments that have arguments themselves. */
function breaksFirst(node: TypeNode): boolean {
  return (
    node.kind === 'generic' &&
    node.args.length > 1 &&
    node.args.some(({ kind }) => kind === 'generic')
  );
}

/** A statement that is already text: one line too long is broken, several lines are moved to their depth. */
export function statementLines(text: string, depth: number): string {
  if (text.includes('\n') || isSettled(text, depth)) return moved(text, depth);
  const doc = statementDoc(text);
  return doc === undefined ? text : printDoc(doc, printWidth, depth);
}

/** The lines after the first, moved to the right. */
export function moved(text: string, depth: number): string {
  return depth === 0 ? text : text.replace(/\n(?=[^\n])/gu, `\n${' '.repeat(depth)}`);
}

/** Whether a line can stay as it is: it fits, and nothing in it has to break. */
export function isSettled(text: string, depth: number): boolean {
  return depth + text.length <= printWidth && !text.includes('\n') && !/[}\]], [{[]/u.test(text);
}
