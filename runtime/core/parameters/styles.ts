import type { ParameterDescriptor } from '../descriptor.js';
import type { ValueTexts } from './value-text.js';

/** Encodes one text for the place it is to stand in. */
export type EncodeText = (text: string) => string;

/** What the styles have in common. */
export type StyledParameter = Pick<ParameterDescriptor, 'name' | 'style' | 'explode'>;

/** Style `simple`, of paths and headers (RFC 6570 sections 3.2.2). */
export function simple(texts: ValueTexts, explode: boolean, encode: EncodeText): string {
  return joined(texts, explode, encode, ',');
}

/** Style `label`: `.a.b` (RFC 6570 section 3.2.5). */
export function label(texts: ValueTexts, explode: boolean, encode: EncodeText): string {
  return `.${joined(texts, explode, encode, explode ? '.' : ',')}`;
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
): readonly string[] {
  if (!explode || texts.kind === 'one') {
    return [`${encode(name)}=${joined(texts, false, encode, delimiter)}`];
  }
  return texts.kind === 'list'
    ? texts.texts.map((text) => `${encode(name)}=${encode(text)}`)
    : texts.members.map(([key, text]) => `${encode(key)}=${encode(text)}`);
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
