import { EncodingError, memberPointer } from './encoding-error.js';
import type { ValueTexts } from './value-text.js';

/** Encodes one text for its location. */
export type EncodeText = (text: string) => string;

/** Style `simple` of paths and headers (RFC 6570 section 3.2.2). */
export function simple(texts: ValueTexts, explode: boolean, encode: EncodeText): string {
  return joined(texts, explode, encode, ',');
}

/**
 * Style `label`: `.a.b` (RFC 6570 section 3.2.5), or `.a,b` if it is not exploded. A dot within an item is encoded as `%2E`,
 * because some versions of OpenAPI use the dot as a separator.
 */
export function label(texts: ValueTexts, explode: boolean, encode: EncodeText): string {
  if (texts.kind === 'one') return `.${encode(texts.text)}`;
  const part: EncodeText = (text) => encode(text).replaceAll('.', '%2E');
  return `.${joined(texts, explode, part, explode ? '.' : ',')}`;
}

/** Style `matrix`: `;name=a` (RFC 6570 section 3.2.7). */
export function matrix(
  texts: ValueTexts,
  name: string,
  explode: boolean,
  encode: EncodeText,
): string {
  const pair = (key: string, text: string): string =>
    text === '' ? `;${encode(key)}` : `;${encode(key)}=${text}`;
  if (!explode || texts.kind === 'one') return pair(name, joined(texts, false, encode, ','));
  return texts.kind === 'list'
    ? texts.texts.map((text) => pair(name, encode(text))).join('')
    : texts.members.map(([key, text]) => pair(key, encode(text))).join('');
}

/**
 * Encodes the pairs of style `form` and of the delimited styles. If not exploded, items are joined by the delimiter (OpenAPI 3.1
 * "Style Values", RFC 6570 section 3.2.8), which is passed as it appears on the wire.
 */
export function pairs(
  texts: ValueTexts,
  name: string,
  explode: boolean,
  encode: EncodeText,
  delimiter: string,
  encodeName: EncodeText = encode,
): readonly string[] {
  if (!explode || texts.kind === 'one') {
    return [`${encode(name)}=${joined(texts, false, encode, delimiter)}`];
  }
  return texts.kind === 'list'
    ? texts.texts.map((text) => `${encode(name)}=${encode(text)}`)
    : texts.members.map(([key, text]) => `${encodeName(key)}=${encode(text)}`);
}

function joined(
  texts: ValueTexts,
  explode: boolean,
  encode: EncodeText,
  delimiter: string,
): string {
  if (texts.kind === 'one') return encode(texts.text);
  if (texts.kind === 'list') return texts.texts.map(encode).join(delimiter);
  const assign = explode ? '=' : delimiter;
  return texts.members.map(([key, text]) => encode(key) + assign + encode(text)).join(delimiter);
}

/**
 * Creates an encoder for `allowReserved`. Reserved characters are kept, except the separators of the style, which would split an
 * item.
 */
export function keepingApart(
  texts: ValueTexts,
  marks: string,
  encodeReserved: EncodeText,
  encode: EncodeText,
): EncodeText {
  if (texts.kind === 'one') return encodeReserved;
  return (text) =>
    [...encodeReserved(text)].map((each) => (marks.includes(each) ? encode(each) : each)).join('');
}

/**
 * Rejects items that contain the separator if it cannot be escaped, and a list of one empty text, which would be encoded like an
 * empty list.
 *
 * @throws {EncodingError}
 */
export function requireApart(texts: ValueTexts, pointer: string, mark: string): void {
  if (texts.kind === 'one') return;
  const parts =
    texts.kind === 'list'
      ? texts.texts.map((text, index) => [index, text] as const)
      : texts.members.map(([name, text]) => [name, name + text] as const);
  for (const [key, text] of parts) {
    if (mark === '' || !text.includes(mark)) continue;
    const location = memberPointer(pointer, key);
    throw new EncodingError(
      location,
      `text without ${JSON.stringify(mark)}, which separates parts`,
    );
  }
  if (texts.kind === 'list' && texts.texts.length === 1 && texts.texts[0] === '') {
    throw new EncodingError(memberPointer(pointer, 0), 'a text that is not empty');
  }
}
