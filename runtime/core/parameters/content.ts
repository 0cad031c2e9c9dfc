import type { ParameterDescriptor } from '../descriptor.js';
import { writeJson } from '../write-json.js';
import { writtenJson } from './json-text.js';
import { primitiveText } from './value-text.js';

/**
 * Encodes a parameter that is described by `content`: JSON for JSON types, the text itself otherwise.
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
 * Encodes a value as JSON, with `bigint` if `integers` is true.
 *
 * @throws {EncodingError} for a value that JSON cannot represent: cycles, functions, and `bigint` unless it is declared.
 */
export function jsonText(value: unknown, pointer: string, integers = false): string {
  return writtenJson(value, pointer, integers ? writeJson : JSON.stringify);
}
