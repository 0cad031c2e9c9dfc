import { isList, isNested, type Doc, type Group } from '../layout.js';
import { flat, oneLine } from '../flat.js';
import { nestedDoc } from './syntax-layout.js';

/** Documents that are not printed yet, the next one on top, each with its indentation and true if its group is broken. */
interface Stack {
  readonly docs: Doc[];
  readonly depths: number[];
  readonly modes: boolean[];
}

/** Maximum line width in columns, the formatter's `printWidth`. */
export const printWidth = 100;

/** Prints a document. `indentation` is that of its lines, and `column` where its first line begins. */
export function printDoc(doc: Doc, indentation: number, column: number = indentation): string {
  // Completed lines are stored separately, because trimming a growing text would copy it for each line.
  const lines: string[] = [];
  let out = '';
  let columns = column;
  let brokenGroups: Set<Group> | undefined;
  const stack: Stack = { docs: [doc], depths: [indentation], modes: [true] };
  for (let current = stack.docs.pop(); current !== undefined; current = stack.docs.pop()) {
    const depth = stack.depths.pop() ?? 0;
    const broken = stack.modes.pop() ?? false;
    if (typeof current === 'string') {
      if (current.includes('\n')) {
        columns = depth + current.length - current.lastIndexOf('\n') - 1;
        out += indentLines(current, depth);
      } else {
        columns += current.length;
        out += current;
      }
    } else if (isList(current)) {
      pushAll(stack, current, depth, broken);
    } else if (current.kind === 'indent') {
      const isIndented = current.after === undefined || brokenGroups?.has(current.after) === true;
      push(stack, current.content, isIndented ? depth + 2 : depth, broken);
    } else if (current.kind === 'choice') {
      push(stack, broken ? current.broken : current.flat, depth, broken);
    } else if (current.kind === 'group') {
      const isFlat =
        !current.breaks && (!broken || fits(current.content, stack, printWidth - columns));
      if (!isFlat) (brokenGroups ??= new Set()).add(current);
      push(stack, current.content, depth, !isFlat);
    } else if (isNested(current)) {
      const room = printWidth - columns;
      const text = broken ? oneLine(current, room) : flat(current);
      if (text === undefined || (broken && !fits(text, stack, room)))
        push(stack, nestedDoc(current), depth, true);
      else {
        out += text;
        columns += text.length;
      }
    } else if (current.kind === 'fill') {
      const text = broken ? filled(current.items, columns, depth) : current.items.join(', ');
      out += text;
      columns = text.includes('\n')
        ? text.length - text.lastIndexOf('\n') - 1
        : columns + text.length;
    } else if (current.kind === 'alternatives') {
      const room = printWidth - columns;
      const { docs } = current;
      const chosen = docs.find((each) => fits(each, stack, room)) ?? docs.at(-1) ?? '';
      push(stack, chosen, depth, true);
    } else if (current.kind === 'chain') {
      const room = printWidth - columns;
      const lastFits = fits(current.last, stack, printWidth - depth - 2);
      if (fits(current.flat, stack, room)) push(stack, current.flat, depth, true);
      else if (!lastFits && fits(current.hugged, stack, room))
        push(stack, current.hugged, depth, true);
      else push(stack, current.broken, depth, true);
    } else if (!broken && current.flat !== 'hard') {
      out += current.flat;
      columns += current.flat.length;
    } else {
      let trimmed = out.trimEnd();
      while (trimmed === '' && lines.length > 0) trimmed = lines.pop() ?? '';
      lines.push(trimmed);
      out = ' '.repeat(depth);
      columns = depth;
    }
  }
  lines.push(out);
  return lines.join('\n');
}

/** Lines of items with commas between them, from a column. */
function filled(items: readonly string[], start: number, depth: number): string {
  let text = '';
  let column = start;
  for (const item of items) {
    if (text !== '') {
      // A comma follows the item.
      const isFull = column + item.length + 3 > printWidth;
      text += isFull ? `,\n${' '.repeat(depth)}` : ', ';
      column = isFull ? depth : column + 2;
    }
    text += item;
    column += item.length;
  }
  return text;
}

/** Indents all lines after the first. */
export function indentLines(text: string, depth: number): string {
  return depth === 0 ? text : text.replace(/\n(?=[^\n])/gu, `\n${' '.repeat(depth)}`);
}

/** True if a document fits on the line together with the text up to the next possible line break. */
function fits(first: Doc, rest: Stack, width: number): boolean {
  let remaining = width;
  let next = rest.docs.length;
  const docs: Doc[] = [first];
  const modes: boolean[] = [false];
  while (remaining >= 0) {
    let doc = docs.pop();
    let broken = modes.pop() ?? false;
    if (doc === undefined) {
      next -= 1;
      doc = rest.docs[next];
      broken = rest.modes[next] ?? false;
    }
    if (doc === undefined) return true;
    if (typeof doc === 'string') {
      const end = doc.indexOf('\n');
      if (end >= 0) return end <= remaining;
      remaining -= doc.length;
    } else if (isList(doc)) {
      for (let index = doc.length - 1; index >= 0; index -= 1) {
        docs.push(doc[index] ?? '');
        modes.push(broken);
      }
    } else if (doc.kind === 'line') {
      if (broken || doc.flat === 'hard') return true;
      remaining -= doc.flat.length;
    } else if (isNested(doc)) {
      if (broken) {
        docs.push(nestedDoc(doc));
        modes.push(true);
      } else {
        const text = oneLine(doc, remaining);
        if (text === undefined) return false;
        remaining -= text.length;
      }
    } else if (doc.kind === 'fill') {
      remaining -= doc.items.join(', ').length;
    } else if (doc.kind === 'chain') {
      docs.push(broken ? doc.broken : doc.flat);
      modes.push(broken);
    } else if (doc.kind === 'alternatives') {
      docs.push(doc.docs.at(broken ? -1 : 0) ?? '');
      modes.push(broken);
    } else {
      docs.push(doc.kind === 'choice' ? (broken ? doc.broken : doc.flat) : doc.content);
      modes.push(broken || (doc.kind === 'group' && doc.breaks));
    }
  }
  return false;
}

function push(stack: Stack, doc: Doc, depth: number, broken: boolean): void {
  stack.docs.push(doc);
  stack.depths.push(depth);
  stack.modes.push(broken);
}

/** Pushes the items of a list, the first on top. */
function pushAll(stack: Stack, parts: readonly Doc[], depth: number, broken: boolean): void {
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const part = parts[index];
    if (part !== undefined && part !== '') push(stack, part, depth, broken);
  }
}
