import type { ParameterDescriptor } from '../descriptor.js';
import { encoded } from '../dates/turned.js';
import { isHeaderName, isHeaderValue, withoutSpace } from '../headers.js';
import { contentText } from './content.js';
import { EncodingError, memberPointer } from './encoding-error.js';
import { requireApart, simple } from './styles.js';
import { isAbsent, primitiveText, valueTexts } from './value-text.js';

/** The value of one header; `undefined` where it is not sent. */
export type EncodeHeader = (value: unknown) => string | undefined;

/**
 * Prepares a header parameter (style `simple`) that is given at `place`. Nothing is percent-encoded; a value with CR, LF, NUL or anything outside Latin-1 is
 * refused, and so is a part with a comma, which would be taken for two.
 */
export function prepareHeader(parameter: ParameterDescriptor, place = '/headers'): EncodeHeader {
  const { name, content, type, explode = false, required, dates } = parameter;
  const pointer = memberPointer(place, name);
  return (given) => {
    const value = encoded(given, dates, pointer);
    const text = isAbsent(value, type)
      ? undefined
      : content === undefined
        ? headerText(value, parameter, explode, pointer)
        : contentText(content, value, pointer);
    if (text === undefined && required === true)
      throw new EncodingError(pointer, 'given', 'required');
    return text === undefined ? undefined : sendable(text, name, place);
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
    const odd = texts.members.find(([name]) => name.includes('='));
    if (odd !== undefined)
      throw new EncodingError(memberPointer(pointer, odd[0]), 'a name without "="');
  }
  // Space around a comma means nothing (RFC 9110 section 5.6.1), so a part can have none at its ends.
  const parts =
    texts.kind === 'list' ? texts.texts : texts.kind === 'members' ? texts.members.flat() : [];
  if (parts.some((part) => part !== withoutSpace(part)))
    throw new EncodingError(pointer, 'made of parts that neither begin nor end with space');
  return simple(texts, explode, (text) => text);
}

/** Headers that belong to a connection and not to what is said over it (RFC 9110 section 7.6.1). */
export const connectionHeaders: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

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
    : sendable(primitiveText(value, pointer), name);
}

/**
 * A text that may stand under that name, given at `place`.
 *
 * @throws {EncodingError}
 */
export function sendable(text: string, name: string, place = '/headers'): string {
  const refused = (expected: string, keyword?: string): EncodingError =>
    new EncodingError(memberPointer(place, name), expected, keyword);
  if (connectionHeaders.has(name.toLowerCase()))
    throw refused('a header of a request: it belongs to the connection', 'name');
  if (isHeaderValue(text)) return text;
  throw refused('text that a header can carry: one line of Latin-1, no space at its ends');
}
