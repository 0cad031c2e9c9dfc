import type {
  ContentDescriptor,
  ParameterDescriptor,
  PartDescriptor,
  WireType,
} from '../descriptor.js';
import { encodeFormComponent, encodeReserved } from '../target.js';
import { type ClaimedNames, claimedNames, requireUnclaimed } from './claimed-names.js';
import { jsonText } from './content.js';
import { deepPairs } from './deep-object.js';
import { EncodingError, memberPointer } from './encoding-error.js';
import { type EncodeText, keepingApart, pairs, requireApart } from './styles.js';
import {
  isPlainObject,
  presentMembers,
  primitiveText,
  spreadTexts,
  valueTexts,
} from './value-text.js';

/** The part of a content that determines the encoding of a form. */
export type FormContent = Omit<ContentDescriptor, 'mediaType' | 'codec'>;

/**
 * Encodes an object as `application/x-www-form-urlencoded` (WHATWG URL section 5.2). By default, lists repeat their name and
 * objects are sent as JSON (OpenAPI 3.1 "Encoding Object"). `pointer` is the location in the arguments.
 *
 * @throws {EncodingError}
 */
export function encodeForm(content: FormContent, value: unknown, pointer: string): string {
  if (value instanceof URLSearchParams) return value.toString();
  if (!isPlainObject(value)) throw new EncodingError(pointer, 'an object', 'type');
  const { members, parts } = content;
  const type = { types: ['object'], ...(members && { properties: members }) } as const;
  return presentMembers(value, type)
    .flatMap(([name, member]) => {
      const location = memberPointer(pointer, name);
      const part = own(parts, name);
      return part !== undefined && isStyled(part)
        ? styledPairs(name, member, part, own(members, name), location, undefined, () =>
            claimedMembers(content),
          )
        : plainPairs(content, name, member, location);
    })
    .join('&');
}

/** Field names of a form. A free-form object whose properties become fields must not use them. */
export function claimedMembers({ members = {}, parts = {} }: FormContent): ClaimedNames {
  const declared = Object.entries(members).map(([name, type]): ParameterDescriptor => {
    const part = own(parts, name);
    if (part === undefined || !isStyled(part)) return { name, in: 'query', type, explode: false };
    const { style = 'form', explode = style === 'form' } = part;
    return { name, in: 'query', type, style, explode };
  });
  return claimedNames(declared, 'query');
}

/** True if a part has a style. Any of `style`, `explode` and `allowReserved` implies one (OpenAPI 3.1.1 section 4.8.15.1.2). Never for bytes. */
export function isStyled({ bytes, style, explode, allowReserved }: PartDescriptor): boolean {
  if (bytes === true) return false;
  return style !== undefined || explode !== undefined || allowReserved !== undefined;
}

/**
 * Encodes a field of `multipart/form-data` that has a style. The names and texts are those of a query, without its
 * percent-encoding (RFC 7578 section 2). A text that contains the delimiter is rejected, because it would be ambiguous.
 *
 * @throws {EncodingError}
 */
export function styledTexts(
  { members }: FormContent,
  name: string,
  member: unknown,
  part: PartDescriptor,
  pointer: string,
): readonly (readonly [name: string, text: string])[] {
  const { style = 'form', explode } = part;
  const encoding = {
    ...(part.style !== undefined && { style }),
    ...(explode !== undefined && { explode }),
  };
  const mark = style === 'form' ? ',' : undefined;
  const all = styledPairs(name, member, encoding, own(members, name), pointer, mark);
  const pairs: [string, string][] = [];
  new URLSearchParams(all.join('&')).forEach((value, name) => pairs.push([name, value]));
  return pairs;
}

function own<T>(table: { readonly [name: string]: T } | undefined, name: string): T | undefined {
  return table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Encodes each item under the property's name; structures become JSON. */
function plainPairs(
  { integers }: FormContent,
  name: string,
  member: unknown,
  pointer: string,
): readonly string[] {
  const text = (value: unknown, location: string): string =>
    isPlainObject(value) || Array.isArray(value)
      ? jsonText(value, location, integers !== undefined)
      : primitiveText(value, location);
  const texts = Array.isArray(member)
    ? member.map((item: unknown, index) => text(item, memberPointer(pointer, index)))
    : [text(member, pointer)];
  return texts.map((each) => `${encodeFormComponent(name)}=${encodeFormComponent(each)}`);
}

const delimiters = { form: ',', spaceDelimited: '+', pipeDelimited: '%7C' } as const;
const marks = { form: '', spaceDelimited: ' ', pipeDelimited: '|' } as const;

function styledPairs(
  name: string,
  member: unknown,
  { style = 'form', explode = style === 'form', allowReserved }: PartDescriptor,
  type: WireType | undefined,
  pointer: string,
  mark?: string,
  claimed?: () => ClaimedNames,
): readonly string[] {
  const reserved: EncodeText = (text) => encodeReserved(text, 'query').replaceAll('+', '%2B');
  if (style === 'deepObject') {
    const encode = allowReserved === true ? reserved : encodeFormComponent;
    return deepPairs(name, member, type, pointer).map(
      ([key, text]) => `${encodeFormComponent(key)}=${encode(text)}`,
    );
  }
  const known = type ?? { types: [] };
  const texts =
    explode && style === 'form' && isPlainObject(member)
      ? spreadTexts(member, known, pointer)
      : valueTexts(member, known, pointer);
  if (texts === undefined) return [];
  if (!explode) requireApart(texts, pointer, mark ?? marks[style]);
  else if (type?.additional !== undefined && claimed !== undefined)
    requireUnclaimed(texts, type, claimed(), pointer);
  const encode =
    allowReserved === true
      ? keepingApart(texts, ',=', reserved, encodeFormComponent)
      : encodeFormComponent;
  return pairs(texts, name, explode, encode, delimiters[style]);
}
