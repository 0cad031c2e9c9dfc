import type { Position } from '../core/origin.js';
import type { Json } from '../model/schema.js';

/** What a reader of one format makes of a text. */
export interface Content {
  readonly value: Json;
  locate(tokens: readonly string[], part: 'key' | 'value'): Position | undefined;
  numberText(tokens: readonly string[]): string | undefined;
}
