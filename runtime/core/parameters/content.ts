import type { ParameterDescriptor } from '../descriptor.js';
import { EncodingError } from './encoding-error.js';
import { writeJson } from '../write-json.js';
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
  return content.codec === 'json'
    ? jsonText(value, pointer, content.integers !== undefined)
    : primitiveText(value, pointer);
}

/**
 * A value as JSON, with big integers where the description has some.
 *
 * @throws {EncodingError} for what JSON has no text for: cycles, functions, big integers where none are described.
 */
export function jsonText(value: unknown, pointer: string, integers = false): string {
  let text: string | undefined;
  try {
    text = integers ? writeJson(value) : JSON.stringify(value);
  } catch {
    text = undefined;
  }
  if (text === undefined) throw new EncodingError(pointer, 'a value that JSON can write', 'type');
  return text;
}
