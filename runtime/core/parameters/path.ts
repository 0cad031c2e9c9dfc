import type { OperationDescriptor, ParameterDescriptor } from '../descriptor.js';
import { encodeComponent, encodeLiteralPath, encodeReserved } from '../target.js';
import { encodeDates } from '../dates/descriptor.js';
import { contentText } from './content.js';
import { EncodingError, memberPointer } from './encoding-error.js';
import { type EncodeText, keepingApart, label, matrix, requireApart, simple } from './styles.js';
import { requireSegment, withoutDotSegments } from './simple-path.js';
import { valueTexts } from './value-text.js';

/** Encodes an operation's path from its positional arguments. */
export type EncodePath = (values: readonly unknown[]) => string;

/**
 * Prepares an operation's path.
 *
 * A value is rejected if it is empty or creates a segment `.` or `..` (each dot also as `%2e`): URL parsing would remove that
 * segment, and a different endpoint would be called. If literal text separates two values in a segment (`{name}-{version}`), its
 * first character is percent-encoded in the first value, so that a server can find the end of that value. If that text itself has to be
 * percent-encoded (`{name}?{version}`), a first value that contains it is rejected.
 */
export function preparePath({ path, parameters = [] }: OperationDescriptor): EncodePath {
  let position = 0;
  const placeholders = parameters
    .filter(({ credential }) => credential === true)
    .map(({ name }) => `{${name}}`);
  const parts = path.map((part, at): string | ((values: readonly unknown[]) => string) => {
    if (typeof part === 'string') return encodeLiteralPath(part);
    const parameter = parameters[part];
    if (parameter === undefined) return '';
    if (parameter.credential === true) return pathPlaceholder(parameter.name);
    const index = position++;
    const encode = prepareValue(parameter, placeholders);
    const separator = separatorAfter(path, at);
    if (separator !== undefined)
      return (values) => withoutSeparator(encode(values[index]), separator);
    const encodedText = encodedTextAfter(path, at);
    if (encodedText === undefined) return (values) => encode(values[index]);
    return (values) => {
      const value = encode(values[index]);
      if (!value.includes(encodedText)) return value;
      const text = JSON.stringify(decodeURIComponent(encodedText));
      throw new EncodingError(
        memberPointer('/path', parameter.name),
        `a text without ${text}`,
        'path',
      );
    };
  });
  // If there are several, the segment may consist of more than one.
  const [only, ...others] = path.filter((part) => typeof part === 'number');
  const name = only === undefined || others.length > 0 ? undefined : parameters[only]?.name;
  const pointer = name === undefined ? '/path' : memberPointer('/path', name);
  return (values) => {
    const result = parts.map((part) => (typeof part === 'string' ? part : part(values))).join('');
    return withoutDotSegments(result, pointer);
  };
}

/** First character of the text between a parameter and the next one of its segment, if values can contain it unencoded. */
function separatorAfter(path: OperationDescriptor['path'], at: number): string | undefined {
  const [between, next] = [path[at + 1], path[at + 2]];
  if (typeof between !== 'string' || typeof next !== 'number') return undefined;
  const [first = ''] = between;
  return between.includes('/') || !isUnreserved.test(first) ? undefined : first;
}

/**
 * Text between a parameter and the next one of its segment, if it is percent-encoded, such as a `?`. A value with this text could not be
 * told from the end of the value.
 */
function encodedTextAfter(path: OperationDescriptor['path'], at: number): string | undefined {
  const [between, next] = [path[at + 1], path[at + 2]];
  if (typeof between !== 'string' || typeof next !== 'number') return undefined;
  const encoded = encodeLiteralPath(between);
  return encoded.startsWith('%') && !between.includes('/') ? encoded : undefined;
}

const isUnreserved = /^[\w.~-]$/;

/** Percent-encodes a character in an encoded value. Existing triplets are kept. */
function withoutSeparator(value: string, separator: string): string {
  const triplet = `%${separator.charCodeAt(0).toString(16).toUpperCase()}`;
  return value.replace(/%[\dA-F]{2}|[^]/gi, (each) => (each === separator ? triplet : each));
}

function prepareValue(
  parameter: ParameterDescriptor,
  placeholders: readonly string[],
): (value: unknown) => string {
  const {
    name,
    style = 'simple',
    explode = false,
    type,
    content,
    allowReserved,
    dates,
  } = parameter;
  const pointer = memberPointer('/path', name);
  const safe = (text: string): string => {
    // It would be confused with the placeholder of the credential.
    if (placeholders.some((placeholder) => decoded(text).includes(placeholder))) {
      throw new EncodingError(
        pointer,
        'a value other than the placeholder of a credential',
        'path',
      );
    }
    return text;
  };
  const encodeAll: EncodeText = (text) => encodeComponent(safe(text));
  const marks = style === 'matrix' ? ';,=' : ',=';
  const reserved: EncodeText = (text) => {
    const encoded = encodeReserved(safe(text), 'path');
    return style === 'matrix' ? encoded.replaceAll(';', '%3B') : encoded;
  };
  return (argument) => {
    const value = encodeDates(argument, dates, pointer);
    if (content !== undefined)
      return encodeComponent(requireSegment(contentText(content, value, pointer), pointer));
    const texts = valueTexts(value, type, pointer);
    if (texts === undefined) throw new EncodingError(pointer, 'given', 'required');
    if (texts.kind === 'one') requireSegment(texts.text, pointer);
    const encode =
      allowReserved === true ? keepingApart(texts, marks, reserved, encodeAll) : encodeAll;
    if (!(style === 'matrix' && explode)) requireApart(texts, pointer, '');
    if (style === 'label') return label(texts, explode, encode);
    if (style === 'matrix') return matrix(texts, name, explode, encode);
    return requireSegment(simple(texts, explode, encode), pointer);
  };
}

function decoded(text: string): string {
  return text.replace(/%7B/gi, '{').replace(/%7D/gi, '}');
}

/** Placeholder for a credential in a path until it is signed: `{name}`, percent-encoded. */
export function pathPlaceholder(name: string): string {
  return `%7B${encodeComponent(name)}%7D`;
}
