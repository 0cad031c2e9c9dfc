import type { Violation } from '../check.js';
import { decodeDates } from '../dates/encode-value.js';
import type { ParameterDescriptor, WireType } from '../descriptor.js';
import { isExact } from '../exact-numbers.js';
import { headerValues } from '../headers.js';

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
export type ReadHeader = (parameter: ParameterDescriptor, lines: readonly string[]) => unknown;

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
