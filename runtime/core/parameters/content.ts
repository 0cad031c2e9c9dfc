import type { ParameterDescriptor } from '../descriptor.js';
import { writeJson } from '../write-json.js';
import { writtenJson } from './json-text.js';
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
  return writtenJson(value, pointer, integers ? writeJson : JSON.stringify);
}
