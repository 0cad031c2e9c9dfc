import type { ParameterDescriptor } from '../descriptor.js';
import { EncodingError } from './encoding-error.js';
import { primitiveText } from './value-text.js';

/**
 * The text of a parameter that is described by `content`: JSON for JSON types, the text itself for all others.
 *
 * @throws {EncodingError}
 */
export function contentText(
  content: NonNullable<ParameterDescriptor['content']>,
  value: unknown,
  pointer: string,
): string {
  return content.codec === 'json' ? jsonText(value, pointer) : primitiveText(value, pointer);
}

/**
 * A value as JSON.
 *
 * @throws {EncodingError} for what JSON has no text for: cycles, functions, big integers.
 */
export function jsonText(value: unknown, pointer: string): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    text = undefined;
  }
  if (text === undefined) throw new EncodingError(pointer, 'a value that JSON can write', 'type');
  return text;
}
