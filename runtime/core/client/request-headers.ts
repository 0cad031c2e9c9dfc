import type { OperationDescriptor, ParameterDescriptor } from '../descriptor.js';
import { isHeaderValue } from '../headers.js';
import { EncodingError } from '../parameters/encoding-error.js';
import { extraHeader, prepareHeader } from '../parameters/header.js';
import { randomUuid } from '../random.js';
import type { Connection } from './connection.js';
import type { OperationOptions } from './operation-call.js';
import { retryPolicy } from './retry.js';

/** The headers of one call, and the type of body that they ask for. */
export interface RequestHeaders {
  /** Frozen. */
  readonly pairs: readonly string[];
  readonly contentType: string | undefined;
}

/** Makes the headers of one call out of those that it was given. */
export type EncodeHeaders = (
  connection: Connection,
  headers: object | undefined,
  options: OperationOptions,
) => RequestHeaders;

/** Prepares the headers of an operation that declares none: what callers give, and `Accept`. */
export function prepareExtraHeaders(operation: OperationDescriptor): EncodeHeaders {
  const accept = acceptPairs(operation);
  const plain = { pairs: accept, contentType: undefined };
  return (_connection, headers) =>
    headers === undefined ? plain : withExtra([], givenHeaders(headers), accept);
}

/** Prepares the headers of an operation that declares some, or takes an idempotency key. */
export function prepareHeaders(operation: OperationDescriptor): EncodeHeaders {
  const declared = withIdempotency(operation).map((parameter) => ({
    name: parameter.name,
    lower: parameter.name.toLowerCase(),
    encode: prepareHeader(parameter),
  }));
  const known = new Set(declared.map(({ lower }) => lower));
  const keyed = operation.idempotencyHeader?.toLowerCase();
  const accept = acceptPairs(operation);
  return (connection, headers, options) => {
    const given = givenHeaders(headers ?? {});
    const pairs: string[] = [];
    for (const { name, lower, encode } of declared) {
      const value = given.get(lower)?.[1];
      const text = encode(
        lower === keyed ? (options.idempotencyKey ?? value ?? newKey(connection, options)) : value,
      );
      if (text !== undefined) pairs.push(name, text);
    }
    return withExtra(pairs, given, accept, known);
  };
}

type Given = Map<string, readonly [name: string, value: unknown]>;

/** Names of headers have no case, so neither have the members that give them. */
function givenHeaders(headers: object): Given {
  return new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [name, value as unknown]]),
  );
}

function withExtra(
  pairs: string[],
  given: Given,
  accept: readonly string[],
  known?: ReadonlySet<string>,
): RequestHeaders {
  let contentType: string | undefined;
  for (const [lower, [name, value]] of given) {
    if (lower === 'content-type') contentType = typeof value === 'string' ? value : undefined;
    else if (known?.has(lower) !== true) {
      const text = extraHeader(name, value);
      if (text !== undefined) pairs.push(name, text);
    }
  }
  if (!given.has('accept')) pairs.push(...accept);
  return { pairs: Object.freeze(pairs), contentType };
}

/** Header parameters, among them the one that carries the idempotency key even where it is not declared as one. */
function withIdempotency({
  parameters = [],
  idempotencyHeader,
}: OperationDescriptor): readonly ParameterDescriptor[] {
  const headers = parameters.filter((parameter) => parameter.in === 'header');
  const lower = idempotencyHeader?.toLowerCase();
  return idempotencyHeader === undefined || headers.some(({ name }) => name.toLowerCase() === lower)
    ? headers
    : [...headers, { name: idempotencyHeader, in: 'header', type: { types: ['string'] } }];
}

/** One key for all attempts of a call; none where there is only one attempt, which nobody can mistake for another. */
function newKey({ random, retry }: Connection, options: OperationOptions): string | undefined {
  return retryPolicy(options.retry, retry).attempts > 1 ? randomUuid(random) : undefined;
}

/** Every media type that the description declares for an answer, those of success first. */
function acceptPairs({ outcomes, rpc }: OperationDescriptor): readonly string[] {
  const typesOf = (succeeds: boolean): readonly string[] =>
    outcomes
      .filter(({ status }) => String(status).startsWith('2') === succeeds)
      .flatMap(({ contents = [] }) => contents.map(({ mediaType }) => mediaType));
  const types =
    rpc === undefined ? new Set([...typesOf(true), ...typesOf(false)]) : ['application/json'];
  const accept = [...types].join(', ');
  if (!isHeaderValue(accept))
    throw new EncodingError('/headers/Accept', 'text that a header can carry');
  return Object.freeze(accept === '' ? [] : ['Accept', accept]);
}
