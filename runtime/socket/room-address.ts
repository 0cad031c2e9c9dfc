import { matchSegment, segmentTemplates } from '../core/server/segment.js';
import { encodeComponent, encodeLiteralPath } from '../core/target.js';
import type { AddressDescriptor } from './address-descriptor.js';
import {
  type AddressValue,
  type AddressValues,
  prepareValue,
  type PreparedValue,
} from './address-value.js';
import { FeedError } from './errors.js';

/** The place that a connection belongs to: the values that its address has. */
export interface RoomAddress {
  /** Equal for addresses with the same parameters, whatever their query. */
  readonly id: string;
  readonly parameters: AddressValues;
  readonly query: AddressValues;
}

/** Response to a request whose address cannot be read. */
export interface AddressRefusal {
  /** 404: no such address. 400: a value that cannot be read or is not allowed. 414: too long. */
  readonly status: 400 | 404 | 414;
  readonly reason: string;
}

/** An address with parameters, ready to be written by clients and read by servers. */
export interface AddressTemplate {
  /**
   * Path and query below the server, every value percent-encoded.
   *
   * @throws {FeedError} `usage` for values that are missing, unknown, not allowed, or that no address can carry
   */
  write(parameters: object, query: object): { readonly path: string; readonly query: string };
  /** Reads a request target; `base` is the path of the server. */
  read(target: string, base: string): RoomAddress | AddressRefusal;
  /**
   * The room with these parameters.
   *
   * @throws {FeedError} `usage` as {@link write} does
   */
  idOf(parameters: object): string;
}

/** Longest request target that is read, in characters. */
const longestTarget = 8192;

/** @throws {TypeError} for an address that could not be read back, because two parameters touch */
export function compileAddress(descriptor: AddressDescriptor): AddressTemplate {
  const parameters = descriptor.parameters.map((each) => prepareValue(each, 'path'));
  const query = (descriptor.query ?? []).map((each) => prepareValue(each, 'query'));
  const { path: pattern } = descriptor;
  const segments = pattern === undefined ? undefined : compileSegments(pattern, parameters);

  const valuesOf = (given: object): readonly AddressValue[] => {
    refuseUnknown(given, parameters, 'parameter');
    return parameters.map((parameter) => {
      const value = parameter.take(given);
      if (value === undefined) {
        throw new FeedError('usage', `The address needs a value for "${parameter.name}"`);
      }
      return value;
    });
  };
  const writeQuery = (given: object): string => {
    refuseUnknown(given, query, 'parameter of the query');
    const pairs = query.flatMap((parameter) => {
      const value = parameter.take(given);
      if (value === undefined && parameter.isRequired) {
        throw new FeedError('usage', `The query needs a value for "${parameter.name}"`);
      }
      return value === undefined
        ? []
        : [`${component(parameter.name, parameter.name)}=${component(value, parameter.name)}`];
    });
    return pairs.join('&');
  };

  return {
    write(given, givenQuery) {
      const values = valuesOf(given);
      const path = segments?.map((segment) => `/${segment.write(values)}`).join('') ?? '';
      return { path, query: writeQuery(givenQuery) };
    },
    read(target, base) {
      if (target.length > longestTarget) return { status: 414, reason: 'the address is too long' };
      if (!/^[!-~]*$/.test(target) || target.includes('\\')) {
        return { status: 400, reason: 'the address has characters that none has' };
      }
      const [path = '', ...rest] = target.replace(/#.*$/, '').split('?');
      const texts =
        segments === undefined
          ? new Map<number, string>()
          : readPath(path, segmentsOf(base), segments);
      if (texts === undefined) return noAddress;
      const values: AddressValue[] = [];
      for (const [index, parameter] of parameters.entries()) {
        const value = parameter.read(decoded(texts.get(index) ?? ''));
        if (typeof value === 'object') return value;
        values.push(value);
      }
      const asks = readQuery(rest.join('?'), query);
      if ('status' in asks) return asks;
      const named = parameters.map(({ name }, index) => [name, values[index]] as const);
      return {
        id: JSON.stringify(values),
        parameters: record(named),
        query: asks.query,
      };
    },
    idOf: (given) => JSON.stringify(valuesOf(given)),
  };
}

const noAddress: AddressRefusal = { status: 404, reason: 'no such address' };

/** Raw texts by the index of their parameter; `undefined` if the path is another. */
function readPath(
  path: string,
  base: readonly string[],
  segments: readonly Segment[],
): ReadonlyMap<number, string> | undefined {
  const asked = path.split('/').slice(1);
  if (asked.length !== base.length + segments.length) return undefined;
  if (base.some((text, index) => !isSame(asked[index] ?? '', text))) return undefined;
  const found = new Map<number, string>();
  for (const [index, segment] of segments.entries()) {
    const texts = segment.read(asked[base.length + index] ?? '');
    if (texts === undefined) return undefined;
    for (const [parameter, text] of texts) {
      // A parameter that stands twice has one value.
      if (found.has(parameter) && found.get(parameter) !== text) return undefined;
      found.set(parameter, text);
    }
  }
  return found;
}

interface Segment {
  write(values: readonly AddressValue[]): string;
  /** Raw texts by the index of their parameter; `undefined` if the segment does not match. */
  read(raw: string): readonly (readonly [parameter: number, text: string])[] | undefined;
}

function compileSegments(path: string, parameters: readonly PreparedValue[]): readonly Segment[] {
  const pieces = path.split(/\{([^{}]*)\}/).map((piece, index) => {
    if (index % 2 === 0) return piece;
    const place = parameters.findIndex(({ name }) => name === piece);
    if (place < 0) throw new TypeError(`The address has no parameter "${piece}"`);
    return place;
  });
  const rooted = path.startsWith('/') ? pieces : ['/', ...pieces];
  return segmentTemplates(rooted.filter((piece) => piece !== '')).map((template) =>
    template.some((piece) => typeof piece === 'number')
      ? segmentWithHoles(template, parameters)
      : literalSegment(template.join('')),
  );
}

function segmentWithHoles(
  template: readonly (string | number)[],
  parameters: readonly PreparedValue[],
): Segment {
  const encoded = template.map((piece) =>
    typeof piece === 'string' ? encodeLiteralPath(piece) : piece,
  );
  const holes = template.filter((piece) => typeof piece === 'number');
  const separators = separatorsOf(template);
  const marks = separators.map(encodeLiteralPath);
  return {
    write(values) {
      const text = encoded
        .map((piece) => {
          if (typeof piece === 'string') return piece;
          return component(values[piece] ?? '', parameters[piece]?.name ?? '', separators);
        })
        .join('');
      if (dotSegment.test(text)) {
        throw new FeedError('usage', `An address cannot carry "${decoded(text) ?? ''}"`);
      }
      return text;
    },
    read(raw) {
      const found = matchSegment(encoded, raw);
      if (found === undefined || dotSegment.test(raw)) return undefined;
      if (found.some((text) => marks.some((mark) => text.includes(mark)))) return undefined;
      return found.map((text, index) => [holes[index] ?? 0, text] as const);
    },
  };
}

/** Parsers of URLs take these for steps, however they are encoded (WHATWG URL section 4.4). */
const dotSegment = /^(?:\.|%2e){1,2}$/i;

/**
 * Text between parameters of one segment. A value never contains it, because it is percent-encoded there.
 *
 * @throws {TypeError} for parameters that touch, and for text that may be a part of percent-encoded values
 */
function separatorsOf(template: readonly (string | number)[]): readonly string[] {
  return template.flatMap((piece, index) => {
    const next = template[index + 1];
    if (typeof piece === 'number' && typeof next === 'number') {
      throw new TypeError('Two parameters of an address touch');
    }
    const isBetween = typeof piece === 'string' && index > 0 && next !== undefined;
    if (!isBetween) return [];
    if (/^[\da-f%]+$/i.test(encodeLiteralPath(piece))) {
      throw new TypeError(`"${piece}" does not separate two parameters of an address`);
    }
    return [piece];
  });
}

function literalSegment(text: string): Segment {
  return {
    write: () => encodeLiteralPath(text),
    read: (raw) => (isSame(raw, text) ? [] : undefined),
  };
}

/** A value percent-encoded, with every character of a separator that it contains. */
function component(value: AddressValue, name: string, separators: readonly string[] = []): string {
  const [separator, ...others] = separators;
  if (separator !== undefined) {
    const pieces = String(value).split(separator);
    return pieces.map((piece) => component(piece, name, others)).join(escaped(separator));
  }
  try {
    return encodeComponent(String(value));
  } catch (cause) {
    throw new FeedError('usage', `The value of "${name}" is not well-formed Unicode`, { cause });
  }
}

function escaped(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

/** Compares texts of a path, however they are percent-encoded. */
function isSame(left: string, right: string): boolean {
  return left === right || decoded(left) === decoded(right);
}

/** `undefined` for text that is not percent-encoded UTF-8. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function readQuery(
  text: string,
  parameters: readonly PreparedValue[],
): { readonly query: AddressValues } | AddressRefusal {
  const pairs = new URLSearchParams(text);
  const values: (readonly [string, AddressValue | undefined])[] = [];
  for (const parameter of parameters) {
    const { name, isRequired, usual } = parameter;
    const [first, ...more] = pairs.getAll(name);
    if (more.length > 0) return { status: 400, reason: `"${name}" stands twice in the query` };
    if (first === undefined) {
      if (isRequired) return { status: 400, reason: `the query has no "${name}"` };
      if (usual !== undefined) values.push([name, usual]);
      continue;
    }
    const value = parameter.read(first);
    // The address exists; what is asked of it is wrong.
    if (typeof value === 'object') return { ...value, status: 400 };
    values.push([name, value]);
  }
  return { query: record(values) };
}

/** @throws {FeedError} `usage` for a name that is not described */
function refuseUnknown(given: object, known: readonly PreparedValue[], what: string): void {
  const names = known.map(({ name }) => name);
  const odd = Object.keys(given).find((name) => !names.includes(name));
  if (odd === undefined) return;
  throw new FeedError('usage', `"${odd}" is not a ${what}: there is ${names.join(', ') || 'none'}`);
}

function record(
  entries: readonly (readonly [name: string, value: AddressValue | undefined])[],
): AddressValues {
  return Object.fromEntries(entries) as AddressValues;
}
