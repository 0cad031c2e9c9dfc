import { isLeaf, textOf, type Code } from '../code.js';
import { type Doc } from '../layout.js';
import { printDoc, printWidth } from './print-doc.js';
import { flat, oneLine } from '../flat.js';
import { assignmentDoc, layOut, typeAfter } from './syntax-layout.js';

/** Prints a line that ends with a type: unchanged if it fits, otherwise broken. */
export function typedLine(
  before: string,
  mark: ':' | '',
  type: Code,
  after: string,
  depth: number,
): string {
  const start = `${before}${mark}${mark === '' ? '' : ' '}`;
  const line = oneLine(type, printWidth - depth - start.length - after.length);
  if (line !== undefined && !start.includes('\n')) return start + line + after;
  return printDoc([before, typeAfter(mark, type), after], depth);
}

/** Prints `before: type = initializer;` in the formatter's layout. */
export function assignedLine(
  before: string,
  type: Code | undefined,
  initializer: Code,
  after: string,
  depth: number,
): string {
  const annotation = type === undefined ? '' : `: ${flat(type)}`;
  const start = `${before}${annotation} = `;
  const line = oneLine(initializer, printWidth - depth - start.length - after.length);
  if (line !== undefined && fitsUnchanged(line, 0)) return start + line + after;
  const left: Doc = type === undefined ? before : [before, typeAfter(':', type)];
  if (isLeaf(initializer) && textOf(initializer).includes('\n'))
    return printDoc([left, ' = ', textOf(initializer), after], depth);
  if (type !== undefined && depth === 0 && breaksFirst(type))
    return printDoc([left, ' = ', layOut(initializer), after], depth);
  return printDoc([assignmentDoc(left, ' =', initializer), after], depth);
}

/** True if a variable's type breaks before its value: it has several type arguments, at least one with arguments itself. */
function breaksFirst(type: Code): boolean {
  return isGeneric(type) && type.args.length > 1 && type.args.some(isGeneric);
}

function isGeneric(type: Code): type is Extract<Code, { kind: 'generic' }> {
  return typeof type === 'object' && type.kind === 'generic';
}

/** True if a line can be printed unchanged: it fits, and nothing in it must break. */
export function fitsUnchanged(text: string, depth: number): boolean {
  return depth + text.length <= printWidth && !text.includes('\n');
}
