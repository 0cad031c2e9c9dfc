import type { ParameterDescriptor } from '../descriptor.js';
import { encodeComponent, encodeFormComponent, encodeReserved } from '../target.js';
import { contentText } from './content.js';
import { EncodingError, memberPointer } from './encoding-error.js';
import { type EncodeText, pairs } from './styles.js';
import {
  isAbsent,
  isPlainObject,
  presentMembers,
  primitiveText,
  valueTexts,
} from './value-text.js';

/** The pairs of one value in a query, already encoded: `limit=50`. */
export type EncodePairs = (value: unknown) => readonly string[];

/** Prepares a parameter of the query, or of the whole query string (OpenAPI 3.2 `in: querystring`). */
export function prepareQuery(parameter: ParameterDescriptor): EncodePairs {
  const { name, content, type } = parameter;
  const pointer = memberPointer('/query', name);
  const encodePairs =
    parameter.in === 'querystring'
      ? wholeQuery(parameter, pointer)
      : content !== undefined
        ? (value: unknown): readonly string[] => [
            `${encodeComponent(name)}=${encodeComponent(contentText(content, value, pointer))}`,
          ]
        : prepareStyled(parameter, pointer);
  return (value) => {
    if (!isAbsent(value, type)) return encodePairs(value);
    if (value === null && parameter.allowEmptyValue === true) return [`${encodeComponent(name)}=`];
    if (parameter.required === true) throw new EncodingError(pointer, 'given', 'required');
    return [];
  };
}

function prepareStyled(parameter: ParameterDescriptor, pointer: string): EncodePairs {
  const { name, style = 'form', type, allowReserved, allowEmptyValue } = parameter;
  const explode = parameter.explode ?? style === 'form';
  const encode: EncodeText =
    allowReserved === true ? (text) => encodeReserved(text, 'query') : encodeComponent;
  if (style === 'deepObject')
    return (value) => deepPairs(encodeComponent(name), value, encode, pointer);
  const delimiter = style === 'spaceDelimited' ? '%20' : style === 'pipeDelimited' ? '%7C' : ',';
  return (value) => {
    const texts = valueTexts(value, type, pointer);
    if (texts !== undefined) return pairs(texts, name, explode, encode, delimiter);
    return allowEmptyValue === true ? [`${encodeComponent(name)}=`] : [];
  };
}

/** `filter[colour]=red`, brackets encoded. Deeper objects nest brackets and lists repeat their key, where OpenAPI says nothing. */
function deepPairs(
  key: string,
  value: unknown,
  encode: EncodeText,
  pointer: string,
): readonly string[] {
  if (isPlainObject(value)) {
    return presentMembers(value, undefined).flatMap(([name, member]) =>
      deepPairs(
        `${key}%5B${encodeComponent(name)}%5D`,
        member,
        encode,
        memberPointer(pointer, name),
      ),
    );
  }
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.flatMap((item, index) =>
    item === undefined
      ? []
      : [`${key}=${encode(primitiveText(item, memberPointer(pointer, index)))}`],
  );
}

function wholeQuery({ content }: ParameterDescriptor, pointer: string): EncodePairs {
  return (value) => {
    if (content?.codec === 'form' && isPlainObject(value)) {
      return presentMembers(value, undefined).flatMap(([name, member]) => {
        const items: readonly unknown[] = Array.isArray(member) ? member : [member];
        return items.map((item) => {
          const text = primitiveText(item, memberPointer(pointer, name));
          return `${encodeFormComponent(name)}=${encodeFormComponent(text)}`;
        });
      });
    }
    const text =
      content === undefined ? primitiveText(value, pointer) : contentText(content, value, pointer);
    return [encodeComponent(text)];
  };
}
