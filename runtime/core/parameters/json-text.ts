import { EncodingError } from './encoding-error.js';

/**
 * Encodes a value as JSON.
 *
 * @throws {EncodingError} for a value that JSON cannot represent: cycles, functions, `bigint`.
 */
export function jsonText(value: unknown, pointer: string): string {
  return writtenJson(value, pointer, JSON.stringify);
}

/**
 * Encodes a value as JSON with a custom writer.
 *
 * @throws {EncodingError}
 */
export function writtenJson(
  value: unknown,
  pointer: string,
  write: (value: unknown) => string | undefined,
): string {
  let text: string | undefined;
  try {
    text = write(value);
  } catch {
    text = undefined;
  }
  if (text === undefined)
    throw new EncodingError(pointer, 'a value that JSON can represent', 'type');
  return text;
}
