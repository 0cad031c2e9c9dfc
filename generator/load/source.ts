import type { SourceText, Position } from '../core/origin.js';
import type { Json } from '../model/schema.js';
import type { LineIndex } from './line-index.js';

/** A parsed document: its content as plain data, with the mapping back to its text. */
export interface Source extends SourceText {
  /** Path of the file with symbolic links resolved. Absent for documents that are built into the generator. */
  readonly file?: string;
  /** Content as JSON. Names such as `__proto__` are ordinary own properties. */
  readonly value: Json;
  /** The number at these tokens as it is written, or `undefined` if the node is not a number. */
  numberText(tokens: readonly string[]): string | undefined;
}

/** Maximum nesting depth. Deeper documents are rejected; no legitimate description is so deep. */
export const MAX_NESTING_DEPTH = 400;

/** The content of a document, as the reader of its format returns it. */
export interface Content {
  readonly value: Json;
  /** Line index of the retained text. */
  readonly lines: LineIndex;
  locate(tokens: readonly string[], part: 'key' | 'value'): Position | undefined;
  numberText(tokens: readonly string[]): string | undefined;
}
