import type { OperationDescriptor, ParameterDescriptor } from '../descriptor.js';
import type { WireRequest } from '../wire.js';
import type { BaseUrl, ClientConfig } from './client-config.js';
import { asInvalidRequest, invalidRequest } from './invalid-request.js';
import { optionsOf, requireKnownInput, requireKnownOptions } from './known-arguments.js';
import type { CallArguments, OperationOptions } from './operation-call.js';
import type { Capabilities, EncodeCookies, EncodeQuery, SplitInput } from './capabilities.js';
import { type EncodeHeader, extraHeader, sendable } from '../parameters/header.js';
import { randomUuid } from '../random.js';
import { retryPolicy } from './sending/retry.js';
import type { EncodePairs } from '../parameters/query.js';
import { EncodingError, memberPointer } from '../parameters/encoding-error.js';
import { ownMember } from '../parameters/value-text.js';
import { headerValues, withHeader } from '../headers.js';
import { prepareCookie } from '../parameters/cookie.js';

/**
 * Encodes the request of one call. It is unsigned, and its headers are frozen.
 *
 * @throws {ApiError} `invalid-request` if an argument cannot be encoded.
 */
export type EncodeRequest = (config: ClientConfig, args: CallArguments) => WireRequest;

/** Prepares the parameters and the body of an operation with its capabilities. */
export function prepareRequest(operation: OperationDescriptor, parts: Capabilities): EncodeRequest {
  const { method } = operation;
  const encodeHead = prepareHead(operation, parts);
  const encodeBody = operation.body && parts.body?.(operation.body);
  const { input: locate = wholeInput } = parts;
  const options = optionsOf(operation);
  const encode: EncodeRequest = (config, args) => {
    requireKnownOptions(operation, args, options);
    const located = locate(operation, args);
    const { scheme, authority, target, headers, contentType } = encodeHead(config, args, located);
    const requestedType = args.options.contentType ?? contentType;
    const { random, xml } = config;
    const { body, partHeaders } = located;
    const sent = encodeBody?.(body, requestedType, random, headers, partHeaders, xml);
    // Object spread would cost more than the encoding.
    return {
      method,
      scheme,
      authority,
      target,
      headers: sent?.headers ?? headers,
      body: sent?.body,
      operation,
    };
  };
  return (config, args) => {
    try {
      return encode(config, args);
    } catch (error) {
      throw asInvalidRequest(operation, error);
    }
  };
}

/** Input that is the body, or absent. */
export const wholeInput: SplitInput = (
  _operation,
  { input, options: { query, headers, cookies, partHeaders } },
) => ({
  body: input,
  query,
  headers,
  cookies,
  partHeaders,
});

/** A request without its body. */
interface RequestHead {
  readonly scheme: BaseUrl['scheme'];
  readonly authority: string;
  readonly target: string;
  /** Frozen. */
  readonly headers: readonly string[];
  /** Content type that the call's own headers request. */
  readonly contentType: string | undefined;
}

/** Values of parameters by location; absent if none were passed. */
export interface ParameterValues {
  readonly query: object | undefined;
  readonly headers: object | undefined;
  readonly cookies: object | undefined;
}

/**
 * Encodes the head of a request.
 *
 * @throws {EncodingError}
 */
export type EncodeHead = (
  config: ClientConfig,
  args: CallArguments,
  values: ParameterValues,
) => RequestHead;

/** Prepares the path, query, headers and cookies of an operation with its capabilities. */
export function prepareHead(operation: OperationDescriptor, parts: Capabilities): EncodeHead {
  // The capability also encodes a literal path that contains special characters.
  const encodePath = parts.path?.(operation);
  const encodeQuery = parts.query?.(operation);
  const encodeCookies = parts.cookies?.(operation);
  const encodeHeaders = (parts.headers ?? prepareExtraHeaders)(operation, parts.accept);
  const literal = operation.path.join('');
  return (config, args, { query = {}, headers, cookies = {} }) => {
    const { scheme, authority, path } = parts.server?.(config, operation) ?? config.base;
    const target = path + (encodePath?.(args.path) ?? literal) || '/';
    const { pairs, contentType } = encodeHeaders(config, headers, args.options);
    return {
      scheme,
      authority,
      target: target + (encodeQuery?.(query) ?? ''),
      headers: encodeCookies?.(pairs, cookies) ?? pairs,
      contentType,
    };
  };
}

/** Headers of one call, and the content type that they request. */
interface RequestHeaders {
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
function prepareExtraHeaders(
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

/** Headers that a caller passes, by name in lower case. */
type CallerHeaders = Map<string, readonly [name: string, value: unknown]>;

/** Indexes headers by lower-case name, because header names are case-insensitive. */
function callerHeaders(headers: object): CallerHeaders {
  return new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [name, value as unknown]]),
  );
}

/**
 * Adds the caller's undeclared headers to `pairs`, and `accept` unless the caller set it. Calls reach this function through
 * their client, so that an operation on its own does not bundle it.
 *
 * @throws {EncodingError}
 */
export function withExtraHeaders(
  headers: CallerHeaders | object,
  accept: string,
  pairs: string[] = [],
  known?: ReadonlySet<string>,
): RequestHeaders {
  const all = headers instanceof Map ? (headers as CallerHeaders) : callerHeaders(headers);
  let contentType: string | undefined;
  for (const [lower, [name, value]] of all) {
    if (lower === 'content-type') contentType = typeof value === 'string' ? value : undefined;
    else if (known?.has(lower) !== true) {
      const text = extraHeader(name, value);
      if (text !== undefined) pairs.push(name, text);
    }
  }
  if (accept !== '' && !all.has('accept')) pairs.push('Accept', sendable(accept, 'Accept'));
  return { pairs: Object.freeze(pairs), contentType };
}

/** Prepares the query of an operation. `prepare` prepares each of its parameters. */
export function prepareQueryString(
  prepare: (parameter: ParameterDescriptor, operation: OperationDescriptor) => EncodePairs,
  operation: OperationDescriptor,
): EncodeQuery {
  const parameters = (operation.parameters ?? []).filter(({ in: place }) =>
    place.startsWith('query'),
  );
  const query = parameters.map(
    (parameter) => [parameter.name, prepare(parameter, operation)] as const,
  );
  const names = parameters.map(({ name }) => name);
  const pointer = operation.input === 'query' ? '' : '/query';
  // Only properties of an object can have the name of another parameter.
  const mayShare = query.length > 1 && parameters.some(({ type }) => type.types.includes('object'));
  return (values) => {
    requireKnownInput(operation, values, names, pointer);
    let text = '';
    const senders = new Map<string, string>();
    for (const [name, encode] of query)
      for (const pair of encode(ownMember(values, name))) {
        if (mayShare) requireOneSender(senders, pair, name);
        text += (text && '&') + pair;
      }
    return text && `?${text}`;
  };
}

/** Rejects a pair with a name under which another parameter has been sent: the receiver could not tell them apart. */
function requireOneSender(senders: Map<string, string>, pair: string, parameter: string): void {
  const [name = ''] = pair.split('=', 1);
  const sender = senders.get(name);
  senders.set(name, sender ?? parameter);
  if (sender === undefined || sender === parameter) return;
  throw new EncodingError(
    memberPointer('/query', parameter),
    `sent under other names than "${sender}"`,
  );
}

/** Prepares the cookies of an operation. */
export function prepareCookies(operation: OperationDescriptor): EncodeCookies {
  const { parameters = [] } = operation;
  const cookies = parameters.filter((parameter) => parameter.in === 'cookie');
  const prepared = cookies.map(
    (parameter) => [parameter.name, prepareCookie(parameter, cookies)] as const,
  );
  const names = cookies.map(({ name }) => name);
  return (headers, values) => {
    requireKnownInput(operation, values, names, '/cookies');
    const encoded = prepared.flatMap(([name, encode]) => encode(ownMember(values, name)));
    return Object.freeze(addCookie(headers, encoded));
  };
}

/** True if a request already has a cookie with this name. */
export function hasCookie(headers: readonly string[], name: string): boolean {
  return headerValues(headers, 'cookie').some((line) =>
    line.split(';').some((pair) => pair.trimStart().startsWith(`${name}=`)),
  );
}

/** Appends `name=value` pairs to the single `Cookie` header of a request (RFC 6265 section 5.4). */
export function addCookie(headers: readonly string[], pairs: readonly string[]): readonly string[] {
  if (pairs.length === 0) return headers;
  return withHeader(headers, 'Cookie', [...headerValues(headers, 'cookie'), ...pairs].join('; '));
}
