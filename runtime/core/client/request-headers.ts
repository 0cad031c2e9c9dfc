import type { OperationDescriptor, ParameterDescriptor } from '../descriptor.js';
import type { EncodeHeader } from '../parameters/header.js';
import { randomUuid } from '../random.js';
import type { ClientConfig } from './client-config.js';
import { callerHeaders } from './extra-headers.js';
import { invalidRequest } from './invalid-request.js';
import type { OperationOptions } from './operation-call.js';
import { retryPolicy } from './retry.js';

/** Headers of one call, and the content type that they request. */
export interface RequestHeaders {
  /** Frozen. */
  readonly pairs: readonly string[];
  readonly contentType: string | undefined;
}

/** Encodes the headers of one call. */
export type EncodeHeaders = (
  config: ClientConfig,
  headers: object | undefined,
  options: OperationOptions,
) => RequestHeaders;

/** Prepares the headers of an operation that declares none: those of the caller, and `Accept`. */
export function prepareExtraHeaders(
  operation: OperationDescriptor,
  accept: string = acceptOf(operation),
): EncodeHeaders {
  let plain: RequestHeaders | undefined;
  return ({ pipeline: { withExtraHeaders } }, headers) =>
    headers === undefined
      ? (plain ??= withExtraHeaders({}, accept))
      : withExtraHeaders(headers, accept);
}

/** Prepares the headers of an operation that declares some or accepts an idempotency key. */
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
  const idempotencyName = operation.idempotencyHeader?.toLowerCase();
  const needsKey = operation.parameters?.some(
    ({ in: location, name, required }) =>
      location === 'header' && required === true && name.toLowerCase() === idempotencyName,
  );
  return (config, headers, options) => {
    const fromCaller = callerHeaders(headers ?? {});
    const pairs: string[] = [];
    for (const { name, lower, encode } of declared) {
      const value = fromCaller.get(lower)?.[1];
      const text = encode(
        lower === idempotencyName
          ? (options.idempotencyKey ??
              value ??
              newKey(operation, config, options, needsKey === true))
          : value,
      );
      if (text !== undefined) pairs.push(name, text);
    }
    return config.pipeline.withExtraHeaders(fromCaller, accept, pairs, known);
  };
}

/** Returns the header parameters, including the idempotency header even if it is not declared as a parameter. */
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
 * Creates one key for all attempts of a call. Without retries no key is needed, because there is nothing to deduplicate, unless
 * the header is required.
 */
function newKey(
  operation: OperationDescriptor,
  { random, retry, policy }: ClientConfig,
  { retry: own }: OperationOptions,
  isRequired: boolean,
): string | undefined {
  const { attempts } =
    own === undefined
      ? policy
      : retryPolicy(own, retry, (fault) => invalidRequest(operation, fault));
  return isRequired || attempts > 1 ? randomUuid(random) : undefined;
}

/** Lists every declared media type of a response, those of success first. */
function acceptOf({ outcomes, rpc }: OperationDescriptor): string {
  const types = [true, false].flatMap((succeeds) =>
    outcomes
      .filter(({ status }) => String(status).startsWith('2') === succeeds)
      .flatMap(({ contents = [] }) => contents.map(({ mediaType }) => mediaType)),
  );
  return rpc === undefined ? [...new Set(types)].join(', ') : 'application/json';
}
