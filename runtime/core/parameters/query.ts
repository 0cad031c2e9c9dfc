import type { OperationDescriptor, ParameterDescriptor } from '../descriptor.js';
import { encodeComponent, encodeReserved } from '../target.js';
import { encodeDates } from '../dates/descriptor.js';
import { type ClaimedNames, claimedNames, requireUnclaimed } from './claimed-names.js';
import { contentText } from './content.js';
import { deepPairs } from './deep-object.js';
import { EncodingError, memberPointer } from './encoding-error.js';
import { encodeForm } from './form.js';
import { type EncodeText, keepingApart, pairs, requireApart } from './styles.js';
import { isAbsent, isPlainObject, primitiveText, spreadTexts, valueTexts } from './value-text.js';

/** Encodes one value as pairs of a query: `limit=50`. */
export type EncodePairs = (value: unknown) => readonly string[];

/** Prepares a query parameter, or the whole query string (OpenAPI 3.2 `in: querystring`). */
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
  return (argument) => {
    const value = encodeDates(argument, dates, pointer);
    const result = isAbsent(value, type) ? [] : encodePairs(value);
    if (result.length > 0) return result;
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
  // Some servers accept a plus as the space between two items.
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
    // Servers that parse the query as a form decode a plus in a name as a space.
    const encodeName: EncodeText = (text) => encode(text).replaceAll('+', '%2B');
    const delimiter = isDelimited ? delimiters[style] : ',';
    return pairs(texts, name, explode, encode, delimiter, encodeName);
  };
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

/** Prepares a query parameter with a single value, or a list whose items become separate pairs. */
export function prepareSimpleQuery({ name, type, required }: ParameterDescriptor): EncodePairs {
  const pointer = memberPointer('/query', name);
  const start = `${encodeComponent(name)}=`;
  return (value) => {
    const values: readonly unknown[] = Array.isArray(value)
      ? value
      : [isAbsent(value, type) ? undefined : value];
    const result = values.flatMap((item, index) =>
      item === undefined
        ? []
        : [
            start +
              encodeComponent(
                primitiveText(item, Array.isArray(value) ? memberPointer(pointer, index) : pointer),
              ),
          ],
    );
    if (required === true && result.length === 0)
      throw new EncodingError(pointer, 'given', 'required');
    return result;
  };
}
