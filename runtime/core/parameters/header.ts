import type { ParameterDescriptor } from '../descriptor.js';
import { encodeDates } from '../dates/descriptor.js';
import { isHeaderName, isHeaderValue, withoutSpace } from '../headers.js';
import { contentText } from './content.js';
import { EncodingError, memberPointer } from './encoding-error.js';
import { requireApart, simple } from './styles.js';
import { isAbsent, primitiveText, valueTexts } from './value-text.js';

/** Encodes the value of one header; `undefined` if it is not sent. */
export type EncodeHeader = (value: unknown) => string | undefined;

/**
 * Prepares a header parameter (style `simple`) whose argument is at the pointer `location`. Nothing is percent-encoded. A value with
 * CR, LF, NUL or characters outside Latin-1 is rejected, and so is an item with a comma, which would be read as two.
 */
export function prepareHeader(parameter: ParameterDescriptor, location = '/headers'): EncodeHeader {
  const { name, content, type, explode = false, required, dates } = parameter;
  const pointer = memberPointer(location, name);
  return (argument) => {
    const value = encodeDates(argument, dates, pointer);
    const text = isAbsent(value, type)
      ? undefined
      : content === undefined
        ? headerText(value, parameter, explode, pointer)
        : contentText(content, value, pointer);
    if (text === undefined && required === true)
      throw new EncodingError(pointer, 'given', 'required');
    return text === undefined ? undefined : sendable(text, name, location);
  };
}

function headerText(
  value: unknown,
  { type }: ParameterDescriptor,
  explode: boolean,
  pointer: string,
): string | undefined {
  const texts = valueTexts(value, type, pointer);
  if (texts === undefined) return undefined;
  requireApart(texts, pointer, ',');
  if (explode && texts.kind === 'members') {
    const invalid = texts.members.find(([name]) => name.includes('='));
    if (invalid !== undefined)
      throw new EncodingError(memberPointer(pointer, invalid[0]), 'a name without "="');
  }
  // Space around a comma is not significant (RFC 9110 section 5.6.1), so that an item cannot start or end with space.
  const parts =
    texts.kind === 'list' ? texts.texts : texts.kind === 'members' ? texts.members.flat() : [];
  if (parts.some((part) => part !== withoutSpace(part)))
    throw new EncodingError(pointer, 'a value whose parts neither begin nor end with space');
  return simple(texts, explode, (text) => text);
}

/** Headers that belong to the connection and not to the message (RFC 9110 section 7.6.1). */
export const connectionHeaders: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Encodes a header that the description does not declare.
 *
 * @throws {EncodingError}
 */
export function extraHeader(name: string, value: unknown): string | undefined {
  const pointer = memberPointer('/headers', name);
  if (!isHeaderName(name)) throw new EncodingError(pointer, 'a header name', 'name');
  return value === undefined || value === null
    ? undefined
    : sendable(primitiveText(value, pointer), name);
}

/**
 * Asserts that a text is valid as the value of a header whose argument is at the pointer `location`.
 *
 * @throws {EncodingError}
 */
export function sendable(text: string, name: string, location = '/headers'): string {
  const refused = (expected: string, keyword?: string): EncodingError =>
    new EncodingError(memberPointer(location, name), expected, keyword);
  if (connectionHeaders.has(name.toLowerCase()))
    throw refused('a header that programs may set: it belongs to the connection', 'name');
  if (isHeaderValue(text)) return text;
  throw refused('text that is valid in a header: one line of Latin-1 without space at either end');
}

/** Prepares a header parameter with a single value. Invalid header values are rejected. */
export function prepareSimpleHeader({ name, type, required }: ParameterDescriptor): EncodeHeader {
  const pointer = memberPointer('/headers', name);
  return (value) => {
    if (!isAbsent(value, type)) return sendable(primitiveText(value, pointer), name);
    if (required === true) throw new EncodingError(pointer, 'given', 'required');
    return undefined;
  };
}
