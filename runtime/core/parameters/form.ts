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
import { isPlainObject, presentMembers, primitiveText, valueTexts } from './value-text.js';

/** What of a content decides how a form is written. */
export type FormContent = Omit<ContentDescriptor, 'mediaType' | 'codec'>;

/**
 * An object as `application/x-www-form-urlencoded` (WHATWG URL section 5.2): lists repeat their name unless the description says
 * otherwise, objects travel as JSON (OpenAPI 3.1 "Encoding Object"). `pointer` is where it stands in the arguments.
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
      const place = memberPointer(pointer, name);
      const part = own(parts, name);
      return part !== undefined && isStyled(part)
        ? styledPairs(name, member, part, own(members, name), place, undefined, () =>
            claimedMembers(content),
          )
        : plainPairs(content, name, member, place);
    })
    .join('&');
}

/** The names under which the members of a form travel, which a free-form object whose members stand beside them must not have. */
export function claimedMembers({ members = {}, parts = {} }: FormContent): ClaimedNames {
  const declared = Object.entries(members).map(([name, type]): ParameterDescriptor => {
    const part = own(parts, name);
    if (part === undefined || !isStyled(part)) return { name, in: 'query', type, explode: false };
    const { style = 'form', explode = style === 'form' } = part;
    return { name, in: 'query', type, style, explode };
  });
  return claimedNames(declared, 'query');
}

/** Whether a member is spelt by a style: any word about one means that (OpenAPI 3.1.1 section 4.8.15.1.2). Bytes have none. */
export function isStyled({ bytes, style, explode, allowReserved }: PartDescriptor): boolean {
  if (bytes === true) return false;
  return style !== undefined || explode !== undefined || allowReserved !== undefined;
}

/**
 * The names and texts of a member of `multipart/form-data` that is spelt by a style: those of a query, without its escapes
 * (RFC 7578 section 2). A text that holds the delimiter could not be told from two.
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
  const spelt = {
    ...(part.style !== undefined && { style }),
    ...(explode !== undefined && { explode }),
  };
  const mark = style === 'form' ? ',' : undefined;
  const all = styledPairs(name, member, spelt, own(members, name), pointer, mark);
  return [...new URLSearchParams(all.join('&'))];
}

function own<T>(table: { readonly [name: string]: T } | undefined, name: string): T | undefined {
  return table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Each item under the member's name, what has parts as JSON. */
function plainPairs(
  { integers }: FormContent,
  name: string,
  member: unknown,
  pointer: string,
): readonly string[] {
  const text = (value: unknown, place: string): string =>
    isPlainObject(value) || Array.isArray(value)
      ? jsonText(value, place, integers !== undefined)
      : primitiveText(value, place);
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
  const texts = valueTexts(member, type ?? { types: [] }, pointer);
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
