import { serverOf } from '../core/client/base-url.js';
import type { Connection } from '../core/client/connection.js';
import { addCookie } from '../core/client/cookie.js';
import { retryPolicy } from '../core/client/retry.js';
import type { CallArguments, OperationOptions } from '../core/client/operation-call.js';
import type { OperationDescriptor, ParameterDescriptor } from '../core/descriptor.js';
import { withHeader } from '../core/headers.js';
import { EncodingError } from '../core/parameters/encoding-error.js';
import { extraHeader, prepareHeader } from '../core/parameters/header.js';
import { prepareCookie } from '../core/parameters/cookie.js';
import { preparePath } from '../core/parameters/path.js';
import { prepareQuery } from '../core/parameters/query.js';
import { isPlainObject } from '../core/parameters/value-text.js';
import { randomUuid } from '../core/random.js';
import type { WireRequest } from '../core/wire.js';
import { prepareBody } from './body-encoder.js';

/**
 * Makes the request of one call.
 *
 * @throws {EncodingError}
 */
export type EncodeRequest = (connection: Connection, args: CallArguments) => WireRequest;

/** Prepares an operation's parameters and body. */
export function prepareRequest(operation: OperationDescriptor): EncodeRequest {
  const parameters = operation.parameters ?? [];
  const path = preparePath(operation);
  const query = named(parameters, ['query', 'querystring'], prepareQuery);
  const cookies = named(parameters, ['cookie'], prepareCookie);
  const headers = prepareHeaders(operation);
  const encodeBody = prepareBody(operation.body);
  return (connection, args) => {
    const { scheme, authority, path: base } = serverOf(connection, operation);
    const input = locate(operation, args);
    const pairs = query.flatMap(([name, encode]) => encode(own(input.query, name)));
    const target = base + path(args.path);
    const given = headers(connection, input.headers, args.options);
    const body = encodeBody(
      input.body,
      args.options.contentType ?? given.contentType,
      connection.random,
    );
    const typed =
      body === undefined ? given.pairs : withHeader(given.pairs, 'Content-Type', body.contentType);
    return {
      method: operation.method,
      scheme,
      authority,
      target: (pairs.length === 0 ? target : `${target}?${pairs.join('&')}`) || '/',
      headers: addCookie(
        typed,
        cookies.flatMap(([name, encode]) => encode(own(input.cookies, name))),
      ),
      body: body?.body,
      operation,
    };
  };
}

type Prepared = readonly (readonly [name: string, encode: (value: unknown) => readonly string[]])[];

function named(
  parameters: readonly ParameterDescriptor[],
  places: readonly ParameterDescriptor['in'][],
  prepare: (parameter: ParameterDescriptor) => (value: unknown) => readonly string[],
): Prepared {
  return parameters
    .filter((parameter) => places.includes(parameter.in))
    .map((parameter) => [parameter.name, prepare(parameter)]);
}

interface Located {
  readonly body: unknown;
  readonly query: object;
  readonly headers: object;
  readonly cookies: object;
}

/** Where body, query, headers and cookies stand in the arguments; what the input does not hold is in the options. */
function locate(operation: OperationDescriptor, { input, options }: CallArguments): Located {
  const { query = {}, headers = {}, cookies = {} } = options;
  switch (operation.input) {
    case 'none':
      return { body: undefined, query, headers, cookies };
    case 'body':
      return { body: input, query, headers, cookies };
    case 'query':
      return { body: undefined, query: { ...query, ...members(input, '') }, headers, cookies };
    case 'parts': {
      const parts = members(input, '');
      return {
        body: own(parts, 'body'),
        query: { ...query, ...members(own(parts, 'query'), '/query') },
        headers: { ...headers, ...members(own(parts, 'headers'), '/headers') },
        cookies: { ...cookies, ...members(own(parts, 'cookies'), '/cookies') },
      };
    }
  }
}

function members(value: unknown, pointer: string): object {
  if (value === undefined || value === null) return {};
  if (!isPlainObject(value)) throw new EncodingError(pointer, 'an object', 'type');
  return value;
}

function own(object: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(object, name)?.value;
}

type EncodeHeaders = (
  connection: Connection,
  headers: object,
  options: OperationOptions,
) => { readonly pairs: readonly string[]; readonly contentType: string | undefined };

function prepareHeaders(operation: OperationDescriptor): EncodeHeaders {
  const declared = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'header')
    .map((parameter) => ({
      name: parameter.name,
      lower: parameter.name.toLowerCase(),
      encode: prepareHeader(parameter),
    }));
  const known = new Set(declared.map(({ lower }) => lower));
  const key = operation.idempotencyHeader?.toLowerCase();
  const accept = acceptHeader(operation);
  return (connection, headers, options) => {
    // Names of headers have no case, so neither have the members that give them.
    const given = new Map(
      Object.entries(headers).map(([name, value]) => [
        name.toLowerCase(),
        { name, value: value as unknown },
      ]),
    );
    const pairs: string[] = [];
    for (const { name, lower, encode } of declared) {
      const value = given.get(lower)?.value;
      const text = encode(
        lower === key ? (options.idempotencyKey ?? value ?? newKey(connection, options)) : value,
      );
      if (text !== undefined) pairs.push(name, text);
    }
    if (key !== undefined && operation.idempotencyHeader !== undefined && !known.has(key)) {
      const text = extraHeader(
        operation.idempotencyHeader,
        options.idempotencyKey ?? given.get(key)?.value ?? newKey(connection, options),
      );
      if (text !== undefined) pairs.push(operation.idempotencyHeader, text);
    }
    for (const [lower, { name, value }] of given) {
      if (known.has(lower) || lower === key || lower === 'content-type') continue;
      const text = extraHeader(name, value);
      if (text !== undefined) pairs.push(name, text);
    }
    if (accept !== undefined && !given.has('accept')) pairs.push('Accept', accept);
    const contentType = given.get('content-type')?.value;
    return { pairs, contentType: typeof contentType === 'string' ? contentType : undefined };
  };
}

/** One key for all attempts of a call; none where there is only one attempt, which nobody can mistake for another. */
function newKey({ random, retry }: Connection, options: OperationOptions): string | undefined {
  return retryPolicy(options.retry, retry).attempts > 1 ? randomUuid(random) : undefined;
}

/** Every media type that the description declares for an answer, those of success first. */
function acceptHeader({ outcomes }: OperationDescriptor): string | undefined {
  const rank = (status: unknown): number => (/^2/.test(String(status)) ? 0 : 1);
  const types = [...outcomes]
    .sort((left, right) => rank(left.status) - rank(right.status))
    .flatMap(({ contents = [] }) => contents.map(({ mediaType }) => mediaType));
  return types.length === 0 ? undefined : [...new Set(types)].join(', ');
}
