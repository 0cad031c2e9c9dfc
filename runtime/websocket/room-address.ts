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

/** Address of a connection: the values of its parameters. */
export interface RoomAddress {
  /** Identifier of the room: equal for addresses with the same path parameters. */
  readonly id: string;
  readonly parameters: AddressValues;
  readonly query: AddressValues;
}

/** Response to a request whose address cannot be read. */
export interface AddressRefusal {
  /** 404: unknown address. 400: a value that cannot be read or is not allowed. 414: too long. */
  readonly status: 400 | 404 | 414;
  readonly reason: string;
}

/** A prepared address that clients write and servers read. */
export interface AddressTemplate {
  /**
   * Path and query below the server's path, with all values percent-encoded.
   *
   * @throws {FeedError} `usage` for values that are missing, unknown, not allowed, or cannot be represented in a URL.
   */
  write(parameters: object, query: object): { readonly path: string; readonly query: string };
  /** Parses a request target. `base` is the path of the server. */
  read(target: string, base: string): RoomAddress | AddressRefusal;
  /**
   * Identifier of the room with these parameters.
   *
   * @throws {FeedError} `usage` for the same values as {@link write}.
   */
  idOf(parameters: object): string;
}

/** Maximum length of a request target in characters. */
const maxTargetLength = 8192;

/**
 * Prepares an address.
 *
 * @throws {TypeError} for an address that could not be parsed unambiguously, because two parameters are adjacent.
 */
export function compileAddress(descriptor: AddressDescriptor): AddressTemplate {
  const parameters = descriptor.parameters.map((each) => prepareValue(each, 'path'));
  const query = (descriptor.query ?? []).map((each) => prepareValue(each, 'query'));
  const { path: pattern } = descriptor;
  const segments = pattern === undefined ? undefined : compileSegments(pattern, parameters);

  const valuesOf = (values: object): readonly AddressValue[] => {
    refuseUnknown(values, parameters, 'parameter');
    return parameters.map((parameter) => {
      const value = parameter.valueFrom(values);
      if (value === undefined) {
        throw new FeedError('usage', `The address requires a value for "${parameter.name}"`);
      }
      return value;
    });
  };
  const writeQuery = (values: object): string => {
    refuseUnknown(values, query, 'parameter of the query');
    const pairs = query.flatMap((parameter) => {
      const value = parameter.valueFrom(values);
      if (value === undefined && parameter.isRequired) {
        throw new FeedError('usage', `The query requires a value for "${parameter.name}"`);
      }
      return value === undefined
        ? []
        : [`${component(parameter.name, parameter.name)}=${component(value, parameter.name)}`];
    });
    return pairs.join('&');
  };

  return {
    write(args, query) {
      const values = valuesOf(args);
      const path = segments?.map((segment) => `/${segment.write(values)}`).join('') ?? '';
      return { path, query: writeQuery(query) };
    },
    read(target, base) {
      if (target.length > maxTargetLength)
        return { status: 414, reason: 'the address is too long' };
      if (!/^[!-~]*$/.test(target) || target.includes('\\')) {
        return { status: 400, reason: 'the address has invalid characters' };
      }
      const [path = '', ...rest] = target.replace(/#.*$/, '').split('?');
      const texts =
        segments === undefined
          ? new Map<number, string>()
          : readPath(path, segmentsOf(base), segments);
      if (texts === undefined) return noAddress;
      const values: AddressValue[] = [];
      for (const [index, parameter] of parameters.entries()) {
        const value = parameter.read(decodePercent(texts.get(index) ?? ''));
        if (typeof value === 'object') return value;
        values.push(value);
      }
      const queryResult = readQuery(rest.join('?'), query);
      if ('status' in queryResult) return queryResult;
      const entries = parameters.map(({ name }, index) => [name, values[index]] as const);
      return {
        id: JSON.stringify(values),
        parameters: record(entries),
        query: queryResult.query,
      };
    },
    idOf: (args) => JSON.stringify(valuesOf(args)),
  };
}

const noAddress: AddressRefusal = { status: 404, reason: 'no such address' };

/** Raw texts by parameter index; `undefined` if the path does not match. */
function readPath(
  path: string,
  base: readonly string[],
  segments: readonly Segment[],
): ReadonlyMap<number, string> | undefined {
  const pathSegments = path.split('/').slice(1);
  if (pathSegments.length !== base.length + segments.length) return undefined;
  if (base.some((text, index) => !isSame(pathSegments[index] ?? '', text))) return undefined;
  const matches = new Map<number, string>();
  for (const [index, segment] of segments.entries()) {
    const texts = segment.read(pathSegments[base.length + index] ?? '');
    if (texts === undefined) return undefined;
    for (const [parameter, text] of texts) {
      // A parameter that occurs twice must have the same value.
      if (matches.has(parameter) && matches.get(parameter) !== text) return undefined;
      matches.set(parameter, text);
    }
  }
  return matches;
}

interface Segment {
  write(values: readonly AddressValue[]): string;
  /** Raw texts by parameter index; `undefined` if the segment does not match. */
  read(raw: string): readonly (readonly [parameter: number, text: string])[] | undefined;
}

function compileSegments(path: string, parameters: readonly PreparedValue[]): readonly Segment[] {
  const pieces = path.split(/\{([^{}]*)\}/).map((piece, index) => {
    if (index % 2 === 0) return piece;
    const parameterIndex = parameters.findIndex(({ name }) => name === piece);
    if (parameterIndex < 0) throw new TypeError(`The address has no parameter "${piece}"`);
    return parameterIndex;
  });
  const rooted = path.startsWith('/') ? pieces : ['/', ...pieces];
  return segmentTemplates(rooted.filter((piece) => piece !== '')).map((template) =>
    template.some((piece) => typeof piece === 'number')
      ? parameterSegment(template, parameters)
      : literalSegment(template.join('')),
  );
}

function parameterSegment(
  template: readonly (string | number)[],
  parameters: readonly PreparedValue[],
): Segment {
  const encoded = template.map((piece) =>
    typeof piece === 'string' ? encodeLiteralPath(piece) : piece,
  );
  const parameterIndexes = template.filter((piece) => typeof piece === 'number');
  const separators = separatorsOf(template);
  const encodedSeparators = separators.map(encodeLiteralPath);
  return {
    write(values) {
      const text = encoded
        .map((piece) => {
          if (typeof piece === 'string') return piece;
          return component(values[piece] ?? '', parameters[piece]?.name ?? '', separators);
        })
        .join('');
      if (dotSegment.test(text)) {
        throw new FeedError('usage', `An address cannot contain "${decodePercent(text) ?? ''}"`);
      }
      return text;
    },
    read(raw) {
      const found = matchSegment(encoded, raw);
      if (found === undefined || dotSegment.test(raw)) return undefined;
      if (found.some((text) => encodedSeparators.some((mark) => text.includes(mark))))
        return undefined;
      return found.map((text, index) => [parameterIndexes[index] ?? 0, text] as const);
    },
  };
}

/** URL parsers treat these segments as path steps, even percent-encoded (WHATWG URL section 4.4). */
const dotSegment = /^(?:\.|%2e){1,2}$/i;

/**
 * Texts between the parameters of one segment. Values never contain
 * them, because their characters are percent-encoded there.
 *
 * @throws {TypeError} for adjacent parameters, and for a text that could be a part of a percent-encoded value.
 */
function separatorsOf(template: readonly (string | number)[]): readonly string[] {
  return template.flatMap((piece, index) => {
    const next = template[index + 1];
    if (typeof piece === 'number' && typeof next === 'number') {
      throw new TypeError('Two parameters of an address are adjacent');
    }
    const isBetween = typeof piece === 'string' && index > 0 && next !== undefined;
    if (!isBetween) return [];
    if (/^[\da-f%]+$/i.test(encodeLiteralPath(piece))) {
      throw new TypeError(`"${piece}" cannot separate two parameters of an address`);
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

/** Percent-encodes a value, including every separator that it contains. */
function component(value: AddressValue, name: string, separators: readonly string[] = []): string {
  const [separator, ...others] = separators;
  if (separator !== undefined) {
    const pieces = String(value).split(separator);
    return pieces.map((piece) => component(piece, name, others)).join(percentEncode(separator));
  }
  try {
    return encodeComponent(String(value));
  } catch (cause) {
    throw new FeedError('usage', `The value of "${name}" is not well-formed Unicode`, { cause });
  }
}

function percentEncode(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

/** Compares two path segments, ignoring differences in percent-encoding. */
function isSame(left: string, right: string): boolean {
  return left === right || decodePercent(left) === decodePercent(right);
}

/** Decodes percent-encoded UTF-8; `undefined` if it is malformed. */
function decodePercent(text: string): string | undefined {
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
    const { name, isRequired, defaultValue } = parameter;
    const [first, ...more] = pairs.getAll(name);
    if (more.length > 0) return { status: 400, reason: `"${name}" occurs twice in the query` };
    if (first === undefined) {
      if (isRequired) return { status: 400, reason: `the query has no "${name}"` };
      if (defaultValue !== undefined) values.push([name, defaultValue]);
      continue;
    }
    const value = parameter.read(first);
    // The address exists, but its query is invalid.
    if (typeof value === 'object') return { ...value, status: 400 };
    values.push([name, value]);
  }
  return { query: record(values) };
}

/** @throws {FeedError} `usage` for a name that the description does not contain. */
function refuseUnknown(args: object, declared: readonly PreparedValue[], kind: string): void {
  const names = declared.map(({ name }) => name);
  const unknown = Object.keys(args).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new FeedError(
    'usage',
    `"${unknown}" is not a ${kind}; the description has ${names.join(', ') || 'none'}`,
  );
}

function record(
  entries: readonly (readonly [name: string, value: AddressValue | undefined])[],
): AddressValues {
  return Object.fromEntries(entries) as AddressValues;
}
