import type { ParameterDescriptor } from '../descriptor.js';
import { isHeaderName, isHeaderValue } from '../headers.js';
import { contentText } from './content.js';
import { EncodingError, memberPointer } from './encoding-error.js';
import { simple } from './styles.js';
import { isAbsent, primitiveText, valueTexts } from './value-text.js';

/** The value of one header; `undefined` where it is not sent. */
export type EncodeHeader = (value: unknown) => string | undefined;

/**
 * Prepares a header parameter (style `simple`). Nothing is percent-encoded; a value with CR, LF, NUL or anything outside Latin-1 is
 * refused.
 */
export function prepareHeader(parameter: ParameterDescriptor): EncodeHeader {
  const { name, content, type, explode = false, required } = parameter;
  const pointer = memberPointer('/headers', name);
  return (value) => {
    const text = isAbsent(value, type)
      ? undefined
      : content === undefined
        ? headerText(value, parameter, explode, pointer)
        : contentText(content, value, pointer);
    if (text === undefined && required === true)
      throw new EncodingError(pointer, 'given', 'required');
    return text === undefined ? undefined : sendable(text, pointer);
  };
}

function headerText(
  value: unknown,
  { type }: ParameterDescriptor,
  explode: boolean,
  pointer: string,
): string | undefined {
  const texts = valueTexts(value, type, pointer);
  return texts === undefined ? undefined : simple(texts, explode, (text) => text);
}

/**
 * A header that the description does not declare.
 *
 * @throws {EncodingError}
 */
export function extraHeader(name: string, value: unknown): string | undefined {
  const pointer = memberPointer('/headers', name);
  if (!isHeaderName(name)) throw new EncodingError(pointer, 'a header name', 'name');
  return value === undefined || value === null
    ? undefined
    : sendable(primitiveText(value, pointer), pointer);
}

function sendable(text: string, pointer: string): string {
  if (isHeaderValue(text)) return text;
  throw new EncodingError(
    pointer,
    'text that a header can carry: one line of Latin-1, no space at its ends',
  );
}
