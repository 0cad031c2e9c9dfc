import type { Position } from '../core/origin.js';
import type { Json } from '../model/schema.js';
import type { LineIndex } from './line-index.js';

/** The content of a document, as the reader of its format returns it. */
export interface Content {
  readonly value: Json;
  /** Line index of the retained text. */
  readonly lines: LineIndex;
  locate(tokens: readonly string[], part: 'key' | 'value'): Position | undefined;
  numberText(tokens: readonly string[]): string | undefined;
}
