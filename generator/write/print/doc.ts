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

interface Command {
  readonly indentation: number;
  readonly broken: boolean;
  readonly doc: Doc;
}

/** Lays a document out in lines of a width; `indentation` is where it begins and what its lines are moved by. */
export function printDoc(doc: Doc, width: number, indentation: number): string {
  // Lines that have ended are kept apart: trimming one text that grows would copy all of it for every line.
  const lines: string[] = [];
  let out = '';
  let column = indentation;
  const brokenGroups = new Set<Group>();
  const commands: Command[] = [{ indentation, broken: true, doc }];
  for (let command = commands.pop(); command !== undefined; command = commands.pop()) {
    const { doc: current, broken, indentation: depth } = command;
    if (typeof current === 'string') {
      out += current;
      column += current.length;
      continue;
    }
    if (isList(current)) {
      pushAll(commands, current, broken, depth);
      continue;
    }
    switch (current.kind) {
      case 'indent': {
        const moves = current.after === undefined || brokenGroups.has(current.after);
        commands.push({ indentation: moves ? depth + 2 : depth, broken, doc: current.content });
        break;
      }
      case 'choice':
        commands.push({ indentation: depth, broken, doc: broken ? current.broken : current.flat });
        break;
      case 'group': {
        const flat: Command = { indentation: depth, broken: false, doc: current.content };
        const stays = !current.breaks && (!broken || fits(flat, commands, width - column));
        if (stays) commands.push(flat);
        else {
          brokenGroups.add(current);
          commands.push({ indentation: depth, broken: true, doc: current.content });
        }
        break;
      }
      case 'line':
        if (!broken && current.flat !== 'hard') {
          out += current.flat;
          column += current.flat.length;
        } else {
          let ended = out.trimEnd();
          while (ended === '' && lines.length > 0) ended = lines.pop() ?? '';
          lines.push(ended);
          out = ' '.repeat(depth);
          column = depth;
        }
        break;
    }
  }
  return [...lines, out].join('\n');
}

/** Whether what follows fits up to the next place where a line may end. */
function fits(first: Command, rest: readonly Command[], width: number): boolean {
  let left = width;
  let next = rest.length;
  const commands: Command[] = [first];
  while (left >= 0) {
    const command = commands.pop() ?? rest[(next -= 1)];
    if (command === undefined) return true;
    const { doc, broken, indentation } = command;
    if (typeof doc === 'string') {
      left -= doc.length;
    } else if (isList(doc)) {
      pushAll(commands, doc, broken, indentation);
    } else if (doc.kind === 'line') {
      if (broken || doc.flat === 'hard') return true;
      left -= doc.flat.length;
    } else if (doc.kind === 'choice') {
      commands.push({ indentation, broken, doc: broken ? doc.broken : doc.flat });
    } else if (doc.kind === 'group') {
      commands.push({ indentation, broken: doc.breaks || broken, doc: doc.content });
    } else {
      commands.push({ indentation, broken, doc: doc.content });
    }
  }
  return false;
}

/** Puts the parts of a list on the stack, the first on top. */
function pushAll(
  commands: Command[],
  parts: readonly Doc[],
  broken: boolean,
  indentation: number,
): void {
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const part = parts[index];
    if (part !== undefined && part !== '') commands.push({ indentation, broken, doc: part });
  }
}

function isList(doc: Doc): doc is readonly Doc[] {
  return Array.isArray(doc);
}
