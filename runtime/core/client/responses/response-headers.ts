import type { Violation } from '../../check.js';
import { decodeDates } from '../../dates/descriptor.js';
import type { ContentDescriptor, ParameterDescriptor, WireType } from '../../descriptor.js';
import { isExact } from '../../exact-numbers.js';
import { headerValues, withoutSpace } from '../../headers.js';
import { readJson } from '../../integers.js';
import { JsonError } from '../../json.js';

/** Decodes the declared headers of a response, by declared name. */
export type ReadHeaders = (
  headers: readonly string[],
) =>
  | { readonly values: Readonly<Record<string, unknown>> }
  | { readonly fault: string; readonly violations?: readonly Violation[] };

/**
 * Decodes the lines of one declared header.
 *
 * @throws {RangeError} if a number loses precision.
 */
type ReadHeader = (parameter: ParameterDescriptor, lines: readonly string[]) => unknown;

/**
 * Prepares the declared headers of an outcome (style `simple`). A text that does not match its type stays text, so that no
 * information is lost; a response check reports it. A number that loses precision is a fault.
 */
export function prepareResponseHeaders(
  parameters: readonly ParameterDescriptor[],
  read: ReadHeader = readSingle,
): ReadHeaders {
  return (headers) => {
    const entries: (readonly [string, unknown])[] = [];
    for (const parameter of parameters) {
      const values = headerValues(headers, parameter.name);
      if (values.length === 0) continue;
      try {
        const { name, dates } = parameter;
        const { value, faults } = decodeDates(read(parameter, values), dates);
        if (faults.length > 0)
          return { fault: `the header ${name} does not match the description`, violations: faults };
        entries.push([name, value]);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        return { fault: `the header ${parameter.name} has a number that loses precision` };
      }
    }
    return { values: Object.fromEntries(entries) };
  };
}

/** Decodes a header with a single value. */
function readSingle({ type }: ParameterDescriptor, lines: readonly string[]): unknown {
  return readPrimitive(lines.join(', '), type);
}

/**
 * Converts a text to the first of the declared types that it is valid for, or returns it unchanged.
 *
 * @throws {RangeError} if a number loses precision.
 */
export function readPrimitive(text: string, type: WireType | undefined): unknown {
  for (const candidate of type?.types ?? []) {
    switch (candidate) {
      case 'string':
        return text;
      case 'integer':
        if (/^[+-]?\d+$/.test(text)) return exact(text);
        break;
      case 'bigint':
        if (/^[+-]?\d{1,20}$/.test(text)) return BigInt(text.replace('+', ''));
        break;
      case 'number':
        if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return exact(text);
        break;
      case 'boolean':
        if (text === 'true' || text === 'false') return text === 'true';
        break;
      case 'null':
        if (text === '' || text === 'null') return null;
        break;
      default:
        break;
    }
  }
  return text;
}

/** @throws {RangeError} if the number loses precision. */
function exact(text: string): number {
  const digits = text.replace('+', '');
  const value = Number(digits);
  if (isExact(digits, value)) return value;
  throw new RangeError('a number loses precision');
}

/** Prepares the declared headers of an outcome, including lists and objects. */
export function prepareStyledHeaders(parameters: readonly ParameterDescriptor[]): ReadHeaders {
  return prepareResponseHeaders(parameters, readStyled);
}

/** Decodes a header with a single value, a list or an object, in style `simple`. */
const readStyled: ReadHeader = ({ type, explode = false, name }, lines) => {
  const text = lines.join(', ');
  if (type.types.includes('array')) {
    // A date in a cookie contains a comma, so that these lines must not be split (RFC 6265 section 3).
    const items = name.toLowerCase() === 'set-cookie' ? lines : splitList(text);
    return items.map((item) => readPrimitive(item, type.items));
  }
  if (type.types.includes('object')) return readObject(splitList(text), type, explode);
  return readPrimitive(text, type);
};

function readObject(items: readonly string[], type: WireType, explode: boolean): unknown {
  const pairs = explode
    ? items.map((item) => {
        const at = item.indexOf('=');
        return at < 0 ? ([item, ''] as const) : ([item.slice(0, at), item.slice(at + 1)] as const);
      })
    : items.flatMap((item, index) =>
        index % 2 === 0 ? [[item, items[index + 1] ?? ''] as const] : [],
      );
  return Object.fromEntries(
    pairs.map(([name, text]) => {
      const known = type.properties !== undefined && Object.hasOwn(type.properties, name);
      return [name, readPrimitive(text, known ? type.properties?.[name] : type.additional)];
    }),
  );
}

function splitList(text: string): readonly string[] {
  return withoutSpace(text) === '' ? [] : text.split(',').map(withoutSpace);
}

/** Prepares the declared headers of an outcome, including those with a media type. */
export function prepareContentHeaders(parameters: readonly ParameterDescriptor[]): ReadHeaders {
  return prepareResponseHeaders(parameters, (parameter, lines) =>
    parameter.content === undefined
      ? readStyled(parameter, lines)
      : readContent(lines.join(', '), parameter.content),
  );
}

function readContent(text: string, { codec, integers }: ContentDescriptor): unknown {
  if (codec !== 'json') return text;
  try {
    return readJson(text, integers);
  } catch (error) {
    if (error instanceof JsonError) throw new RangeError(error.message);
    return text;
  }
}
