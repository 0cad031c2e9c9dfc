import type { Call, ListLiteral, ObjectLiteral } from './syntax.js';

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
  | CallChain
  | Nested;

/** An object, a list or a call, which is a group: it is laid out only if it does not fit on its line. */
export type Nested = ObjectLiteral | ListLiteral | Call;

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

/** Calls of methods, on one line or with a line for each. */
interface CallChain {
  readonly kind: 'chain';
  readonly flat: Doc;
  /** The last call. */
  readonly last: Doc;
  /** All on one line, except that the last call breaks. */
  readonly hugged: Doc;
  readonly broken: Doc;
}

/** A group that breaks, although nothing in it must. */
export function broken(content: Doc): Group {
  return { kind: 'group', content, breaks: true };
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

/**
 * Prints calls on one line if they fit, or else with a line for each. If the object in the last call has several lines even then, it is
 * all that breaks.
 */
export function callChain(chain: Omit<CallChain, 'kind'>): Doc {
  return { kind: 'chain', ...chain };
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
    case 'alternatives':
      return breaksAlways(doc.docs[0] ?? '');
    case 'chain':
      return breaksAlways(doc.flat);
    case 'fill':
    case 'object':
    case 'list':
    case 'call':
      return false;
  }
}

/** True for documents in sequence. */
export function isList(doc: Doc): doc is readonly Doc[] {
  return Array.isArray(doc);
}

/** True for code that is laid out only if it does not fit on its line. */
export function isNested(doc: Exclude<Doc, string | readonly Doc[]>): doc is Nested {
  return doc.kind === 'object' || doc.kind === 'list' || doc.kind === 'call';
}
