import type { OperationDescriptor, ParameterDescriptor } from '../descriptor.js';
import type { EncodeHeader } from '../parameters/header.js';
import { randomUuid } from '../random.js';
import type { Connection } from './connection.js';
import { givenHeaders } from './extra-headers.js';
import { invalidRequest } from './invalid-request.js';
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
export function prepareExtraHeaders(
  operation: OperationDescriptor,
  accept: string = acceptOf(operation),
): EncodeHeaders {
  let plain: RequestHeaders | undefined;
  return (connection, headers) =>
    headers === undefined
      ? (plain ??= connection.withExtraHeaders({}, accept))
      : connection.withExtraHeaders(headers, accept);
}

/** Prepares the headers of an operation that declares some, or takes an idempotency key. */
export function prepareHeaders(
  prepare: (parameter: ParameterDescriptor) => EncodeHeader,
  operation: OperationDescriptor,
  accept: string = acceptOf(operation),
): EncodeHeaders {
  const declared = withIdempotency(operation).map((parameter) => ({
    name: parameter.name,
    lower: parameter.name.toLowerCase(),
    encode: prepare(parameter),
  }));
  const known = new Set(declared.map(({ lower }) => lower));
  const keyed = operation.idempotencyHeader?.toLowerCase();
  const needsKey = operation.parameters?.some(
    ({ in: place, name, required }) =>
      place === 'header' && required === true && name.toLowerCase() === keyed,
  );
  return (connection, headers, options) => {
    const given = givenHeaders(headers ?? {});
    const pairs: string[] = [];
    for (const { name, lower, encode } of declared) {
      const value = given.get(lower)?.[1];
      const text = encode(
        lower === keyed
          ? (options.idempotencyKey ??
              value ??
              newKey(operation, connection, options, needsKey === true))
          : value,
      );
      if (text !== undefined) pairs.push(name, text);
    }
    return connection.withExtraHeaders(given, accept, pairs, known);
  };
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

/**
 * One key for all attempts of a call; none where there is only one attempt, which nobody can mistake for another, unless the header is
 * required.
 */
function newKey(
  operation: OperationDescriptor,
  { random, retry, policy }: Connection,
  { retry: own }: OperationOptions,
  isRequired: boolean,
): string | undefined {
  const { attempts } =
    own === undefined
      ? policy
      : retryPolicy(own, retry, (fault) => invalidRequest(operation, fault));
  return isRequired || attempts > 1 ? randomUuid(random) : undefined;
}

/** Every media type that the description declares for an answer, those of success first. */
function acceptOf({ outcomes, rpc }: OperationDescriptor): string {
  const types = [true, false].flatMap((succeeds) =>
    outcomes
      .filter(({ status }) => String(status).startsWith('2') === succeeds)
      .flatMap(({ contents = [] }) => contents.map(({ mediaType }) => mediaType)),
  );
  return rpc === undefined ? [...new Set(types)].join(', ') : 'application/json';
}
