import type { ParameterDescriptor } from '../descriptor.js';
import { EncodingError, memberPointer } from './encoding-error.js';
import { type EncodeHeader, sendable } from './header.js';
import { isAbsent, primitiveText } from './value-text.js';

/** Prepares a header parameter with a single value. Invalid header values are rejected. */
export function prepareSimpleHeader({ name, type, required }: ParameterDescriptor): EncodeHeader {
  const pointer = memberPointer('/headers', name);
  return (value) => {
    if (!isAbsent(value, type)) return sendable(primitiveText(value, pointer), name);
    if (required === true) throw new EncodingError(pointer, 'given', 'required');
    return undefined;
  };
}
