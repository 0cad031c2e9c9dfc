import type { OperationDescriptor } from '../descriptor.js';
import { encodeComponent, isDotSegment } from '../target.js';
import { EncodingError, memberPointer } from './encoding-error.js';
import type { EncodePath } from './path.js';
import { isAbsent, primitiveText } from './value-text.js';

/** Prepares a path with single values in style `simple` and literal text that needs no encoding, as most paths are. */
export function prepareSimplePath({ path, parameters = [] }: OperationDescriptor): EncodePath {
  let position = 0;
  const parts = path.map((part) => {
    if (typeof part === 'string') return part;
    const { name = '', type } = parameters[part] ?? {};
    return { index: position++, pointer: memberPointer('/path', name), type };
  });
  return (values) => {
    let result = '';
    for (const part of parts) {
      if (typeof part === 'string') result += part;
      else result += segmentText(values[part.index], part.type, part.pointer);
    }
    return withoutDotSegments(result);
  };
}

function segmentText(
  value: unknown,
  type: Parameters<typeof isAbsent>[1],
  pointer: string,
): string {
  if (isAbsent(value, type)) throw new EncodingError(pointer, 'given', 'required');
  return encodeComponent(requireSegment(primitiveText(value, pointer), pointer));
}

/**
 * Asserts that a text is valid as a segment of a path, or as part of one.
 *
 * @throws {EncodingError} for an empty text and for dot segments, which URL parsing would remove.
 */
export function requireSegment(text: string, pointer: string): string {
  if (text === '') throw new EncodingError(pointer, 'a text that is not empty', 'path');
  if (isDotSegment(text))
    throw new EncodingError(pointer, 'a path segment other than "." and ".."', 'path');
  return text;
}

/**
 * Asserts that a path has no dot segments. `pointer` is the location of the value that may cause one.
 *
 * @throws {EncodingError}
 */
export function withoutDotSegments(path: string, pointer = '/path'): string {
  if (dotSegment.test(path)) throw new EncodingError(pointer, 'free of dot segments', 'path');
  return path;
}

const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i;
