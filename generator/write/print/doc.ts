/**
 * Text that may break: a small pretty-printer after Wadler. A group stands on one line if that fits, and
 * breaks all its own lines if not.
 */
export type Doc = string | readonly Doc[] | Group | Indent | Line | Choice;

interface Group {
  readonly kind: 'group';
  readonly content: Doc;
  readonly breaks: boolean;
}

interface Indent {
  readonly kind: 'indent';
  readonly content: Doc;
  /** Indents only if this group has broken. */
  readonly after?: Group;
}

interface Line {
  readonly kind: 'line';
  /** What it is on one line; a hard line always breaks. */
  readonly flat: '' | ' ' | 'hard';
}

interface Choice {
  readonly kind: 'choice';
  readonly broken: Doc;
  readonly flat: Doc;
}

/** A space, or a line break where its group breaks. */
export const line: Doc = { kind: 'line', flat: ' ' };
/** Nothing, or a line break where its group breaks. */
export const softLine: Doc = { kind: 'line', flat: '' };
/** A line break; every group around it breaks. */
export const hardLine: Doc = { kind: 'line', flat: 'hard' };

export function group(content: Doc): Group {
  return { kind: 'group', content, breaks: breaksAlways(content) };
}

export function indent(content: Doc): Doc {
  return { kind: 'indent', content };
}

/** Indents the content if another group has broken. */
export function indentAfter(other: Group, content: Doc): Doc {
  return { kind: 'indent', content, after: other };
}

/** One thing where the group around breaks, another where it does not. */
export function whenBroken(broken: Doc, flat: Doc = ''): Doc {
  return { kind: 'choice', broken, flat };
}

/** Documents with something between them. */
export function separated(docs: readonly Doc[], separator: Doc): Doc {
  const parts: Doc[] = [];
  for (const doc of docs) {
    if (parts.length > 0) parts.push(separator);
    parts.push(doc);
  }
  return parts;
}

/** Whether a document holds a hard line, so that whatever is around it breaks. */
export function breaksAlways(doc: Doc): boolean {
  if (typeof doc === 'string') return false;
  if (isList(doc)) return doc.some(breaksAlways);
  switch (doc.kind) {
    case 'group':
      return doc.breaks;
    case 'indent':
      return breaksAlways(doc.content);
    case 'line':
      return doc.flat === 'hard';
    case 'choice':
      return breaksAlways(doc.broken);
  }
}

/** What is still to be printed, the next on top: documents, each with its indentation and whether its group is broken. */
interface Stack {
  readonly docs: Doc[];
  readonly depths: number[];
  readonly modes: boolean[];
}

/** Lays a document out in lines of a width; `indentation` is where it begins and what its lines are moved by. */
export function printDoc(doc: Doc, width: number, indentation: number): string {
  // Lines that have ended are kept apart: trimming one text that grows would copy all of it for every line.
  const lines: string[] = [];
  let out = '';
  let column = indentation;
  let brokenGroups: Set<Group> | undefined;
  const stack: Stack = { docs: [doc], depths: [indentation], modes: [true] };
  for (let current = stack.docs.pop(); current !== undefined; current = stack.docs.pop()) {
    const depth = stack.depths.pop() ?? 0;
    const broken = stack.modes.pop() ?? false;
    if (typeof current === 'string') {
      out += current;
      column += current.length;
    } else if (isList(current)) {
      pushAll(stack, current, depth, broken);
    } else if (current.kind === 'indent') {
      const moves = current.after === undefined || brokenGroups?.has(current.after) === true;
      push(stack, current.content, moves ? depth + 2 : depth, broken);
    } else if (current.kind === 'choice') {
      push(stack, broken ? current.broken : current.flat, depth, broken);
    } else if (current.kind === 'group') {
      const stays = !current.breaks && (!broken || fits(current.content, stack, width - column));
      if (!stays) (brokenGroups ??= new Set()).add(current);
      push(stack, current.content, depth, !stays);
    } else if (!broken && current.flat !== 'hard') {
      out += current.flat;
      column += current.flat.length;
    } else {
      let ended = out.trimEnd();
      while (ended === '' && lines.length > 0) ended = lines.pop() ?? '';
      lines.push(ended);
      out = ' '.repeat(depth);
      column = depth;
    }
  }
  lines.push(out);
  return lines.join('\n');
}

/** Whether a document fits on its line together with what follows, up to the next place where a line may end. */
function fits(first: Doc, rest: Stack, width: number): boolean {
  let left = width;
  let next = rest.docs.length;
  const docs: Doc[] = [first];
  const modes: boolean[] = [false];
  while (left >= 0) {
    let doc = docs.pop();
    let broken = modes.pop() ?? false;
    if (doc === undefined) {
      next -= 1;
      doc = rest.docs[next];
      broken = rest.modes[next] ?? false;
    }
    if (doc === undefined) return true;
    if (typeof doc === 'string') {
      left -= doc.length;
    } else if (isList(doc)) {
      for (let index = doc.length - 1; index >= 0; index -= 1) {
        docs.push(doc[index] ?? '');
        modes.push(broken);
      }
    } else if (doc.kind === 'line') {
      if (broken || doc.flat === 'hard') return true;
      left -= doc.flat.length;
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

/** Puts the parts of a list on the stack, the first on top. */
function pushAll(stack: Stack, parts: readonly Doc[], depth: number, broken: boolean): void {
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const part = parts[index];
    if (part !== undefined && part !== '') push(stack, part, depth, broken);
  }
}

function isList(doc: Doc): doc is readonly Doc[] {
  return Array.isArray(doc);
}
