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
  /**
   * Replaces the text by one that differs only in prose that no decision depends on. The value and all positions are then those of the new
   * text. Returns who has read the changed prose, or `undefined` if the document must be read again. Absent if it must be in any case.
   */
  readonly revise?: Revise | undefined;
}

/** Replaces the text of a document. */
export type Revise = (bytes: Uint8Array) => ReadonlySet<string> | undefined;

/** Maximum nesting depth. Deeper documents are rejected; no legitimate description is so deep. */
export const MAX_NESTING_DEPTH = 400;

/** The content of a document, as the reader of its format returns it. */
export interface Content {
  readonly value: Json;
  /** True if no object occurs twice in the value, as it does with aliases. */
  readonly isTree: boolean;
  /** Line index of the retained text. */
  readonly lines: LineIndex;
  locate(tokens: readonly string[], part: 'key' | 'value'): Position | undefined;
  numberText(tokens: readonly string[]): string | undefined;
  /**
   * The text beside the strings at these tokens, as far as it means more than the value: contents for which it is the same have the same
   * numbers, digit by digit. `undefined` if it is unknown.
   */
  textBeside(strings: readonly (readonly string[])[]): readonly string[] | undefined;
  /** The content of the same text with another object that is equal to its value. */
  withValue(value: Json): Content;
}
