import { EncodingError } from './encoding-error.js';

/**
 * A value as JSON.
 *
 * @throws {EncodingError} for what JSON has no text for: cycles, functions, big integers.
 */
export function jsonText(value: unknown, pointer: string): string {
  return writtenJson(value, pointer, JSON.stringify);
}

/**
 * A value as JSON, written in a way of one's own.
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
  if (text === undefined) throw new EncodingError(pointer, 'a value that JSON can write', 'type');
  return text;
}
