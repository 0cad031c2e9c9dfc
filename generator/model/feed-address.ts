import {
  defineError,
  defineWarning,
  type DiagnosticType,
  type Sentence,
} from '../core/diagnostic.js';
import { quotedList } from '../core/diagnostics/lists.js';
import type { Origin } from '../core/origin.js';
import { behind } from './analysis/binary-schema.js';
import type { Channel, ChannelParameter, Connection } from './message.js';
import type { Json, Keywords, SchemaId, SchemaTable } from './schema.js';
import { isPattern } from '../core/pattern-flags.js';

/** An address whose parameters cannot be read back. */
export const invalidFeedAddress: DiagnosticType<{
  query: { address: string };
  separator: { address: string };
}> = defineError('feed-address', {
  query: ({ address }) => `the address "${address}" has both parameters and a query`,
  separator: ({ address }) => `a server cannot determine the end of a parameter in "${address}"`,
});

/** A value of an address that is not supported as described. */
export const unsupportedFeedAddress: DiagnosticType<{
  header: { name: string };
  conflict: { name: string };
  text: { name: string };
  omitted: { name: string };
  keywords: { name: string; keywords: readonly string[] };
}> = defineWarning('feed-address-value', {
  header: ({ name }) =>
    `"${name}" is not read from headers, because a message over a WebSocket has none`,
  conflict: ({ name }) =>
    `channels with the same address describe "${name}" differently, so a value must match all of the descriptions`,
  text: ({ name }) =>
    `"${name}" is read as text, because an address contains only strings, numbers and booleans`,
  omitted: ({ name }) =>
    `"${name}" is omitted, because an address contains only strings, numbers and booleans`,
  keywords: ({ name, keywords }) =>
    `values of "${name}" are not checked for ${quotedList(keywords)}`,
});

/** Address template of a connection, with its values. */
export interface FeedAddress {
  /** Path template, as written in the document; absent if it has no parameters. */
  readonly path?: string;
  readonly parameters: readonly AddressValue[];
  readonly query: readonly QueryValue[];
}

/** One value of an address, with the constraints that apply to its text. */
export interface AddressValue {
  readonly name: string;
  readonly description?: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean';
  readonly enum?: readonly (string | number | boolean)[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** JSON Pointer to the same value in payloads. */
  readonly location?: string;
  /** Default of the document. Programs must pass a value nevertheless. */
  readonly default?: string | number | boolean;
}

/** One parameter in the query of an opening request. */
export interface QueryValue extends AddressValue {
  readonly required: boolean;
}

/** A part of an address that cannot be supported. */
export interface AddressProblem {
  readonly sentence: Sentence;
  readonly origin: Origin;
  readonly hint?: string;
}

/** Returns the address of a connection with its problems; the address is `undefined` if it has no parameters. */
export function feedAddress(
  schemas: SchemaTable,
  { address }: Connection,
  channels: readonly Channel[],
): { readonly address: FeedAddress | undefined; readonly problems: readonly AddressProblem[] } {
  const problems: AddressProblem[] = [];
  const names = new Set(
    (address?.parts ?? []).flatMap((part) => (typeof part === 'string' ? [] : [part.parameter])),
  );
  const [first] = channels;
  if (first !== undefined && address !== null && names.size > 0) {
    problems.push(...addressProblems(address, first.origin));
  }
  const parameters = [...names].map((name) => {
    const described = channels.flatMap((channel) =>
      channel.parameters.filter((parameter) => parameter.name === name),
    );
    const values = described.map((each) => parameterValue(schemas, each, problems));
    return mergeValues(name, values, described[1]?.origin, problems);
  });
  const query = new Map(
    channels.flatMap((channel) =>
      queryValues(schemas, channel, problems).map((value) => [value.name, value] as const),
    ),
  );
  if (names.size === 0 && query.size === 0) return { address: undefined, problems };
  return {
    address: {
      ...(names.size === 0 ? {} : { path: address?.text ?? '' }),
      parameters,
      query: [...query.values()],
    },
    problems,
  };
}

/** Separators between parameters: text that percent-encoded values never contain, once their characters are encoded as well. */
const SEPARATOR = /[-./_~!$&'()*+,;=:@g-z]/i;

function addressProblems(
  { text, parts }: NonNullable<Connection['address']>,
  origin: Origin,
): readonly AddressProblem[] {
  const literal = parts.filter((part) => typeof part === 'string').join('');
  const problems: AddressProblem[] = [];
  if (/[?#]/.test(literal)) {
    problems.push({
      sentence: invalidFeedAddress.query({ address: text }),
      origin,
      hint: 'describe the query in the bindings, such as "bindings.ws.query"',
    });
  }
  parts.forEach((part, index) => {
    const [before, after] = [parts[index - 1], parts[index + 1]];
    const isAdjacent = typeof part !== 'string' && typeof after === 'object';
    const isUnseparated =
      typeof part === 'string' &&
      typeof before === 'object' &&
      typeof after === 'object' &&
      !SEPARATOR.test(part);
    if (!isAdjacent && !isUnseparated) return;
    problems.push({
      sentence: invalidFeedAddress.separator({ address: text }),
      origin,
      hint: 'separate two parameters by a slash or another character that is not a hexadecimal digit',
    });
  });
  return problems;
}

function parameterValue(
  schemas: SchemaTable,
  {
    name,
    description,
    enum: values,
    default: fallback,
    schema,
    location,
    origin,
  }: ChannelParameter,
  problems: AddressProblem[],
): AddressValue {
  if (location?.source === 'header') {
    problems.push({
      sentence: unsupportedFeedAddress.header({ name }),
      origin: location.origin,
    });
  }
  const constraints =
    schema === undefined
      ? undefined
      : scalar(
          schemas,
          schema,
          name,
          { origin, otherwise: unsupportedFeedAddress.text({ name }) },
          problems,
        );
  return {
    name,
    type: 'string',
    ...constraints,
    ...(description === undefined ? {} : { description }),
    ...(values === undefined ? {} : { enum: values }),
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(location?.source === 'payload' ? { location: location.pointer } : {}),
  };
}

/** Merges the value of channels that share an address. The constraints of every channel apply. */
function mergeValues(
  name: string,
  values: readonly AddressValue[],
  origin: Origin | undefined,
  problems: AddressProblem[],
): AddressValue {
  const [first = { name, type: 'string' as const }, ...others] = values;
  const rules = ({ type, enum: values, pattern, ...rest }: AddressValue): string => {
    const { minLength, maxLength, minimum, maximum } = rest;
    return JSON.stringify([type, values, pattern, minLength, maxLength, minimum, maximum]);
  };
  const isInconsistent = others.some((other) => rules(other) !== rules(first));
  if (isInconsistent && origin !== undefined) {
    problems.push({
      sentence: unsupportedFeedAddress.conflict({ name }),
      origin,
    });
  }
  // The members of the first channel take precedence.
  const combined: AddressValue = Object.assign({}, ...others.toReversed(), first);
  const [list, ...lists] = values.flatMap(({ enum: listed }) => (listed ? [listed] : []));
  const common = list?.filter((value) => lists.every((other) => other.includes(value)));
  return { ...combined, ...(common === undefined ? {} : { enum: common }) };
}

function queryValues(
  schemas: SchemaTable,
  { handshake }: Channel,
  problems: AddressProblem[],
): readonly QueryValue[] {
  if (handshake?.query === undefined) return [];
  const parts = objectParts(schemas, handshake.query, new Set());
  const required = new Set(parts.flatMap((part) => part.required ?? []));
  const members = new Map(parts.flatMap((part) => part.properties ?? []));
  return [...members].flatMap(([name, id]) => {
    const schema = schemas.get(behind(schemas, id));
    if (schema === undefined) return [];
    const { origin } = schema;
    const value = scalar(
      schemas,
      id,
      name,
      { origin, otherwise: unsupportedFeedAddress.omitted({ name }) },
      problems,
    );
    if (value === undefined) return [];
    const description =
      schema.kind === 'keywords' ? schema.annotations.description?.text : undefined;
    const fallback = schema.kind === 'keywords' ? schema.annotations.default?.value : undefined;
    return [
      {
        name,
        required: required.has(name),
        ...value,
        ...(description === undefined ? {} : { description }),
        ...(isScalar(fallback) ? { default: fallback } : {}),
      },
    ];
  });
}

function objectParts(schemas: SchemaTable, id: SchemaId, seen: Set<SchemaId>): readonly Keywords[] {
  const schema = schemas.get(id);
  if (schema?.kind !== 'keywords' || seen.has(id)) return [];
  seen.add(id);
  const { $ref, allOf = [] } = schema.keywords;
  const applicable = [...($ref === undefined ? [] : [$ref]), ...allOf];
  return [schema.keywords, ...applicable.flatMap((next) => objectParts(schemas, next, seen))];
}

/** Keywords that are checked for a value's text. */
const CHECKED_KEYWORDS = new Set('type enum const minLength maxLength minimum maximum'.split(' '));
/** Formats that add nothing to the type. */
const REDUNDANT_FORMATS = ['int32', 'int64', 'float', 'double'];

/** Returns the constraints of a schema for a value in an address; `undefined` if its values have no text form. */
function scalar(
  schemas: SchemaTable,
  id: SchemaId,
  name: string,
  { origin, otherwise }: { readonly origin: Origin; readonly otherwise: Sentence },
  problems: AddressProblem[],
): Omit<AddressValue, 'name'> | undefined {
  const schema = schemas.get(behind(schemas, id));
  if (schema?.kind !== 'keywords') return { type: 'string' };
  const { keywords } = schema;
  const values = keywords.const === undefined ? keywords.enum : [keywords.const.value];
  const type = typeOf(keywords, values);
  if (type === undefined) {
    problems.push({ sentence: otherwise, origin });
    return undefined;
  }
  const unsupported = Object.keys(keywords).filter((keyword) => {
    if (keyword === 'format') return !REDUNDANT_FORMATS.includes(keywords.format ?? '');
    if (keyword === 'pattern') return !isPattern(keywords.pattern ?? '', 'u');
    return !CHECKED_KEYWORDS.has(keyword);
  });
  if (unsupported.length > 0) {
    problems.push({
      sentence: unsupportedFeedAddress.keywords({ name, keywords: unsupported }),
      origin,
    });
  }
  const { pattern, minLength, maxLength, minimum, maximum } = keywords;
  return {
    type,
    ...(values === undefined ? {} : { enum: values.filter(isScalar) }),
    ...(pattern === undefined || !isPattern(pattern, 'u') ? {} : { pattern }),
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(minimum === undefined ? {} : { minimum: minimum.value }),
    ...(maximum === undefined ? {} : { maximum: maximum.value }),
  };
}

function typeOf(
  { type }: Keywords,
  values: readonly Json[] | undefined,
): AddressValue['type'] | undefined {
  const [single = 'string', ...more] = type ?? [
    ...new Set((values ?? []).map((each) => typeof each)),
  ];
  if (more.length > 0) return undefined;
  return single === 'string' || single === 'integer' || single === 'number' || single === 'boolean'
    ? single
    : undefined;
}

function isScalar(value: Json | undefined): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
