import type { OperationDescriptor } from '../descriptor.js';
import { encodeComponent, isDotSegment } from '../target.js';
import { EncodingError, memberPointer } from './encoding-error.js';
import type { EncodePath } from './path.js';
import { isAbsent, primitiveText } from './value-text.js';

/** Prepares a path whose parameters are single values in style `simple`, and whose own text needs no encoding: what nearly every one is. */
export function prepareSimplePath({ path, parameters = [] }: OperationDescriptor): EncodePath {
  let position = 0;
  const parts = path.map((part) => {
    if (typeof part === 'string') return part;
    const { name = '', type } = parameters[part] ?? {};
    return { index: position++, pointer: memberPointer('/path', name), type };
  });
  return (values) => {
    let made = '';
    for (const part of parts) {
      if (typeof part === 'string') made += part;
      else made += segmentText(values[part.index], part.type, part.pointer);
    }
    return withoutDotSegments(made);
  };
}

function segmentText(
  value: unknown,
  type: Parameters<typeof isAbsent>[1],
  pointer: string,
): string {
  if (isAbsent(value, type)) throw new EncodingError(pointer, 'given', 'required');
  return encodeComponent(wanted(primitiveText(value, pointer), pointer));
}

/**
 * The text of a value that is a segment of its own, or a part of one.
 *
 * @throws {EncodingError} for an empty one and for what URL parsing would fold away.
 */
export function wanted(text: string, pointer: string): string {
  if (text === '') throw new EncodingError(pointer, 'a text that is not empty', 'path');
  if (isDotSegment(text)) throw new EncodingError(pointer, 'other than a dot segment', 'path');
  return text;
}

/**
 * A path in which URL parsing folds nothing.
 *
 * @throws {EncodingError}
 */
export function withoutDotSegments(path: string): string {
  if (dotSegment.test(path)) throw new EncodingError('/path', 'free of dot segments', 'path');
  return path;
}

const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i;
