import type { ListLiteral, ObjectLiteral } from './syntax.js';

/** A document of a small pretty-printer after Wadler. A group is on one line if it fits, and otherwise all its lines break. */
export type Doc =
  | string
  | readonly Doc[]
  | Group
  | Indent
  | Line
  | Choice
  | Fill
  | Alternatives
  | Nested;

/** An object or a list of code, which is a group: it is laid out only if it does not fit on its line. */
export type Nested = ObjectLiteral | ListLiteral;

export interface Group {
  readonly kind: 'group';
  readonly content: Doc;
  readonly breaks: boolean;
}

interface Indent {
  readonly kind: 'indent';
  readonly content: Doc;
  /** If present, indents only if this group is broken. */
  readonly after?: Group;
}

interface Line {
  readonly kind: 'line';
  /** Text if not broken. A hard line always breaks. */
  readonly flat: '' | ' ' | 'hard';
}

interface Choice {
  readonly kind: 'choice';
  readonly broken: Doc;
  readonly flat: Doc;
}

interface Fill {
  readonly kind: 'fill';
  readonly items: readonly string[];
}

interface Alternatives {
  readonly kind: 'alternatives';
  readonly docs: readonly Doc[];
}

/** A space, or a line break if its group is broken. */
export const line: Doc = { kind: 'line', flat: ' ' };
/** Empty, or a line break if its group is broken. */
export const softLine: Doc = { kind: 'line', flat: '' };
/** A line break. All enclosing groups break. */
export const hardLine: Doc = { kind: 'line', flat: 'hard' };

export function group(content: Doc): Group {
  return { kind: 'group', content, breaks: breaksAlways(content) };
}

export function indent(content: Doc): Doc {
  return { kind: 'indent', content };
}

/** Indents the content if another group is broken. */
export function indentAfter(other: Group, content: Doc): Doc {
  return { kind: 'indent', content, after: other };
}

/** Prints `broken` if the enclosing group is broken, and `flat` otherwise. */
export function whenBroken(broken: Doc, flat: Doc = ''): Doc {
  return { kind: 'choice', broken, flat };
}

/** Lists items with commas. If the enclosing group is broken, as many as fit are on each line. */
export function fill(items: readonly string[]): Doc {
  return { kind: 'fill', items };
}

/** Prints the first document that fits up to its first line break, or else the last. */
export function alternatives(docs: readonly Doc[]): Doc {
  return { kind: 'alternatives', docs };
}

/** Joins documents with a separator. */
export function separated(docs: readonly Doc[], separator: Doc): Doc {
  const parts: Doc[] = [];
  for (const doc of docs) {
    if (parts.length > 0) parts.push(separator);
    parts.push(doc);
  }
  return parts;
}

/** True if a document contains a hard line, so that the enclosing groups break. */
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
    case 'fill':
    case 'alternatives':
    case 'object':
    case 'list':
      return false;
  }
}

/** True for documents in sequence. */
export function isList(doc: Doc): doc is readonly Doc[] {
  return Array.isArray(doc);
}
