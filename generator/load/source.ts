import type { SourceText } from '../core/origin.js';
import type { Json } from '../model/schema.js';

/** A document that has been read: its content as plain data, and the way back to the text. */
export interface Source extends SourceText {
  /** Path of the file with symbolic links resolved; absent for what comes with the generator. */
  readonly file?: string;
  /** Content as JSON; keys such as `__proto__` are ordinary own members. */
  readonly value: Json;
  /** The number at these tokens exactly as it is spelt; `undefined` where no number stands. */
  numberText(tokens: readonly string[]): string | undefined;
}

/** Levels of nesting beyond which a document is refused: no description is so deep, only an attack. */
export const DEEPEST_NESTING = 400;
