import type { Position } from '../core/origin.js';
import type { Json } from '../model/schema.js';
import type { Lines } from './text.js';

/** What a reader of one format makes of a text. */
export interface Content {
  readonly value: Json;
  /** The lines of what is kept of the text. */
  readonly lines: Lines;
  locate(tokens: readonly string[], part: 'key' | 'value'): Position | undefined;
  numberText(tokens: readonly string[]): string | undefined;
}
