import type { Diagnostic } from './diagnostic.js';
import { formatPointer } from './pointer.js';

/** A one-based place in a text. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A document as diagnostics see it: something with a name, lines, and a way from a pointer to a place. */
export interface SourceText {
  /** Absolute URI of the document. */
  readonly uri: string;
  /** The path a person typed or would type, relative to the working directory, with forward slashes. */
  readonly path: string;
  /** Where the node at these pointer tokens is written; its key if asked for, else its value. */
  locate(tokens: readonly string[], part: 'key' | 'value'): Position | undefined;
  /** Where another document wrote the node at these pointer tokens, such as an overlay; `undefined` where this one did. */
  foreign?(tokens: readonly string[]): ForeignPlace | undefined;
  /** One line of text without its line break; `undefined` past the end. */
  line(number: number): string | undefined;
}

/** A node of another document. */
export interface ForeignPlace {
  readonly source: SourceText;
  readonly tokens: readonly string[];
}

/**
 * Where a node was written: a link to its parent and the key below it, or the document at the root.
 * The pointer is computed when asked, the position only when a diagnostic is printed.
 */
export type Origin = RootOrigin | ChildOrigin;

/** The root of a document. */
export interface RootOrigin {
  readonly source: SourceText;
}

/** A member or an item below another node. */
export interface ChildOrigin {
  readonly parent: Origin;
  readonly key: string | number;
}

/** The origin of a document's root. */
export function rootOrigin(source: SourceText): Origin {
  return { source };
}

/** The origin of the node under `key`. */
export function childOrigin(parent: Origin, ...keys: readonly (string | number)[]): Origin {
  return keys.reduce<Origin>((origin, key) => ({ parent: origin, key }), parent);
}

/** The document a node was written in. */
export function sourceOf(origin: Origin): SourceText {
  let at = origin;
  while ('parent' in at) at = at.parent;
  return at.source;
}

/** The reference tokens from the root of the document to a node. */
export function tokensOf(origin: Origin): readonly string[] {
  const tokens: string[] = [];
  for (let at = origin; 'parent' in at; at = at.parent) tokens.push(String(at.key));
  return tokens.reverse();
}

/** The same text for the same place: its document's URI and its pointer. */
export function placeKey(origin: Origin): string {
  return `${sourceOf(origin).uri}#${formatPointer(tokensOf(origin))}`;
}

/** A diagnostic's place as people click on it: `path:line:column`, or `path` where it is not known. */
export function placeOf({
  origin,
  part = 'value',
  position,
}: Pick<Diagnostic, 'origin' | 'part' | 'position'>): ForeignPlace & {
  readonly position: Position | undefined;
} {
  const here = { source: sourceOf(origin), tokens: tokensOf(origin) };
  if (position !== undefined) return { ...here, position };
  const { source, tokens } = here.source.foreign?.(here.tokens) ?? here;
  return { source, tokens, position: source.locate(tokens, part) };
}
