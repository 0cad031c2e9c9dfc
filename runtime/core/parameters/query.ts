import type { OperationDescriptor, ParameterDescriptor } from '../descriptor.js';
import { encodeComponent, encodeReserved } from '../target.js';
import { encoded } from '../dates/turned.js';
import { type ClaimedNames, claimedNames, requireUnclaimed } from './claimed-names.js';
import { contentText } from './content.js';
import { deepPairs } from './deep-object.js';
import { EncodingError, memberPointer } from './encoding-error.js';
import { encodeForm } from './form.js';
import { type EncodeText, keepingApart, pairs, requireApart } from './styles.js';
import {
  isAbsent,
  isPlainObject,
  presentMembers,
  primitiveText,
  type ValueTexts,
  valueTexts,
} from './value-text.js';

/** The pairs of one value in a query, already encoded: `limit=50`. */
export type EncodePairs = (value: unknown) => readonly string[];

/** Prepares a parameter of the query, or of the whole query string (OpenAPI 3.2 `in: querystring`). */
export function prepareQuery(
  parameter: ParameterDescriptor,
  { parameters = [] }: Pick<OperationDescriptor, 'parameters'> = {},
): EncodePairs {
  const { name, content, type, dates } = parameter;
  const pointer = memberPointer('/query', name);
  const encodePairs =
    parameter.in === 'querystring'
      ? wholeQuery(parameter, pointer)
      : content !== undefined
        ? (value: unknown): readonly string[] => [
            `${encodeComponent(name)}=${encodeComponent(contentText(content, value, pointer))}`,
          ]
        : prepareStyled(parameter, claimedNames(parameters, 'query'), pointer);
  return (given) => {
    const value = encoded(given, dates, pointer);
    const made = isAbsent(value, type) ? [] : encodePairs(value);
    if (made.length > 0) return made;
    if (value !== undefined && parameter.allowEmptyValue === true)
      return [`${encodeComponent(name)}=`];
    if (parameter.required === true) throw new EncodingError(pointer, 'given', 'required');
    return [];
  };
}

const marks = { spaceDelimited: ' ', pipeDelimited: '|' } as const;
const delimiters = { spaceDelimited: '%20', pipeDelimited: '%7C' } as const;

function prepareStyled(
  parameter: ParameterDescriptor,
  claimed: ClaimedNames,
  pointer: string,
): EncodePairs {
  const { name, style = 'form', type, allowReserved } = parameter;
  const explode = parameter.explode ?? style === 'form';
  const reserved: EncodeText = (text) => encodeReserved(text, 'query');
  if (style === 'deepObject') {
    const encode = allowReserved === true ? reserved : encodeComponent;
    return (value) => {
      if (!isPlainObject(value) && type.types.every((each) => each === 'object'))
        throw new EncodingError(pointer, 'an object', 'type');
      return deepPairs(name, value, type, pointer).map(
        ([key, text]) => `${encodeComponent(key)}=${encode(text)}`,
      );
    };
  }
  // Some write the space between two parts as a plus.
  const apart = style === 'spaceDelimited' && !explode ? ',=+' : ',=';
  const isDelimited = style === 'spaceDelimited' || style === 'pipeDelimited';
  return (value) => {
    const isSpread = explode && !isDelimited && isPlainObject(value);
    const texts = isSpread ? spreadTexts(value, type, pointer) : valueTexts(value, type, pointer);
    if (texts === undefined) return [];
    if (explode) requireUnclaimed(texts, type, claimed, pointer);
    else requireApart(texts, pointer, isDelimited ? marks[style] : '');
    const encode =
      allowReserved === true
        ? keepingApart(texts, apart, reserved, encodeComponent)
        : encodeComponent;
    // In a name a plus is a space to whoever reads a query as a form, whatever values may be.
    const encodeName: EncodeText = (text) => encode(text).replaceAll('+', '%2B');
    const delimiter = isDelimited ? delimiters[style] : ',';
    return pairs(texts, name, explode, encode, delimiter, encodeName);
  };
}

/** The members of an exploded object, which are pairs of their own: one that is a list repeats its name, as lists do. */
function spreadTexts(
  value: object,
  type: ParameterDescriptor['type'],
  pointer: string,
): ValueTexts | undefined {
  const members = presentMembers(value, type).flatMap(([name, member]) => {
    const place = memberPointer(pointer, name);
    if (!Array.isArray(member)) return [[name, primitiveText(member, place)] as const];
    return member.flatMap((item: unknown, index) =>
      item === undefined ? [] : [[name, primitiveText(item, memberPointer(place, index))] as const],
    );
  });
  return members.length === 0 ? undefined : { kind: 'members', members };
}

function wholeQuery({ content }: ParameterDescriptor, pointer: string): EncodePairs {
  return (value) => {
    if (content?.codec === 'form') {
      const text = encodeForm(content, value, pointer);
      return text === '' ? [] : [text];
    }
    const text =
      content === undefined ? primitiveText(value, pointer) : contentText(content, value, pointer);
    return [encodeComponent(text)];
  };
}
