import { EncodingError, memberPointer } from './encoding-error.js';
import type { ValueTexts } from './value-text.js';

/** Encodes one text for the place it is to stand in. */
export type EncodeText = (text: string) => string;

/** Style `simple`, of paths and headers (RFC 6570 sections 3.2.2). */
export function simple(texts: ValueTexts, explode: boolean, encode: EncodeText): string {
  return joined(texts, explode, encode, ',');
}

/**
 * Style `label`: `.a.b` (RFC 6570 section 3.2.5), `.a,b` where it is not exploded. A dot within a part is written `%2E`,
 * since a plain one is where some editions of OpenAPI cut.
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
 * The pairs of style `form` and of the delimited styles, joined by their delimiter where they are not exploded
 * (OpenAPI 3.1 "Style Values", RFC 6570 section 3.2.8). The delimiter is given as it stands on the wire.
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
 * An encoder under which reserved characters stand as they are (`allowReserved`), but for those that the style cuts at:
 * what is in one part must not be taken for two.
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
 * Refuses parts that hold what they would be cut at, where no spelling can tell the two apart; and the list of one empty
 * text, which is spelt like no list at all.
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
    const place = memberPointer(pointer, key);
    throw new EncodingError(place, `text without ${JSON.stringify(mark)}, which separates parts`);
  }
  if (texts.kind === 'list' && texts.texts.length === 1 && texts.texts[0] === '') {
    throw new EncodingError(memberPointer(pointer, 0), 'a text that is not empty');
  }
}
