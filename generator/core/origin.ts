import type { ProseReads } from './prose.js';
import type { Diagnostic } from './diagnostic.js';
import { formatPointer } from './pointer.js';

/** A position in a text. Both numbers start at one. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A document as diagnostics see it: name, lines, and the mapping from pointers to positions. */
export interface SourceText {
  /** Absolute URI of the document. */
  readonly uri: string;
  /** The path as a user would type it: relative to the working directory, with forward slashes. Or the URL of the document. */
  readonly path: string;
  /** Position of the node with these pointer tokens: of its key or of its value. */
  locate(tokens: readonly string[], part: 'key' | 'value'): Position | undefined;
  /** The node of another document, such as an overlay, that this node comes from. `undefined` if it was written in this document. */
  foreign?(tokens: readonly string[]): ExternalNode | undefined;
  /** Texts of the document that its model looks up when they are read. Absent if no change of them is followed. */
  readonly prose?: ProseReads;
  /** One line of text without its line break, or `undefined` past the end. */
  line(number: number): string | undefined;
}

/** A node of another document. */
export interface ExternalNode {
  readonly source: SourceText;
  readonly tokens: readonly string[];
}

/**
 * Location of a node: a link to its parent and the key below it, or the document at the root. Pointers are computed on demand, and
 * positions only when a diagnostic is printed.
 */
export type Origin = RootOrigin | ChildOrigin;

/** The root of a document. */
export interface RootOrigin {
  readonly source: SourceText;
}

/** A property or an item of another node. */
export interface ChildOrigin {
  readonly parent: Origin;
  readonly key: string | number;
}

/** Returns the origin of a document's root. */
export function rootOrigin(source: SourceText): Origin {
  return { source };
}

/** Returns the origin of the node below `parent` at the path `keys`. */
export function childOrigin(parent: Origin, ...keys: readonly (string | number)[]): Origin {
  return keys.reduce<Origin>((origin, key) => ({ parent: origin, key }), parent);
}

/** Returns the document that contains a node. */
export function sourceOf(origin: Origin): SourceText {
  let node = origin;
  while ('parent' in node) node = node.parent;
  return node.source;
}

/** Returns the reference tokens from the root of the document to a node. */
export function tokensOf(origin: Origin): readonly string[] {
  const tokens: string[] = [];
  for (let node = origin; 'parent' in node; node = node.parent) tokens.push(String(node.key));
  return tokens.reverse();
}

/** A unique key for a location: the document's URI and the pointer. */
export function originKey(origin: Origin): string {
  return `${sourceOf(origin).uri}#${formatPointer(tokensOf(origin))}`;
}

/** Resolves the document, the pointer and the position of a diagnostic. `position` is `undefined` if it is unknown. */
export function diagnosticPosition({
  origin,
  part = 'value',
  position,
}: Pick<Diagnostic, 'origin' | 'part' | 'position'>): ExternalNode & {
  readonly position: Position | undefined;
} {
  const own = { source: sourceOf(origin), tokens: tokensOf(origin) };
  if (position !== undefined) return { ...own, position };
  const { source, tokens } = own.source.foreign?.(own.tokens) ?? own;
  return { source, tokens, position: source.locate(tokens, part) };
}
