import type { OperationDescriptor, ParameterDescriptor } from '../descriptor.js';
import { prepareCookie } from '../parameters/cookie.js';
import { extraHeader, prepareHeader } from '../parameters/header.js';
import { preparePath } from '../parameters/path.js';
import { prepareQuery } from '../parameters/query.js';
import { randomUuid } from '../random.js';
import type { WireRequest } from '../wire.js';
import { serverOf } from './base-url.js';
import type { Connection } from './connection.js';
import { addCookie } from './cookie.js';
import type { CallArguments, OperationOptions } from './operation-call.js';
import { retryPolicy } from './retry.js';

/** Everything of a request but its body. */
export interface RequestHead {
  readonly request: Omit<WireRequest, 'body'>;
  /** The type of body that the call's own headers ask for. */
  readonly contentType: string | undefined;
}

/** The values of parameters, by place. */
export interface ParameterValues {
  readonly query: object;
  readonly headers: object;
  readonly cookies: object;
}

/**
 * Makes the head of one call's request.
 *
 * @throws {EncodingError}
 */
export type EncodeHead = (
  connection: Connection,
  args: CallArguments,
  values: ParameterValues,
) => RequestHead;

/** Prepares an operation's path, query, headers and cookies. */
export function prepareHead(operation: OperationDescriptor): EncodeHead {
  const parameters = operation.parameters ?? [];
  const path = preparePath(operation);
  const query = named(parameters, ['query', 'querystring'], prepareQuery);
  const cookies = named(parameters, ['cookie'], prepareCookie);
  const headers = prepareHeaders(operation);
  return (connection, args, values) => {
    const { scheme, authority, path: base } = serverOf(connection, operation);
    const target = base + path(args.path) || '/';
    const pairs = query.flatMap(([name, encode]) => encode(ownMember(values.query, name)));
    const given = headers(connection, values.headers, args.options);
    const baked = cookies.flatMap(([name, encode]) => encode(ownMember(values.cookies, name)));
    return {
      request: {
        method: operation.method,
        scheme,
        authority,
        target: pairs.length === 0 ? target : `${target}?${pairs.join('&')}`,
        headers: addCookie(given.pairs, baked),
        operation,
      },
      contentType: given.contentType,
    };
  };
}

/** An object's own member; `undefined` for what only its prototype has. */
export function ownMember(object: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(object, name)?.value;
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

type EncodeHeaders = (
  connection: Connection,
  headers: object,
  options: OperationOptions,
) => { readonly pairs: readonly string[]; readonly contentType: string | undefined };

function prepareHeaders(operation: OperationDescriptor): EncodeHeaders {
  const declared = withIdempotency(operation).map((parameter) => ({
    name: parameter.name,
    lower: parameter.name.toLowerCase(),
    encode: prepareHeader(parameter),
  }));
  const known = new Set(declared.map(({ lower }) => lower));
  const keyed = operation.idempotencyHeader?.toLowerCase();
  const accept = acceptHeader(operation);
  return (connection, headers, options) => {
    // Names of headers have no case, so neither have the members that give them.
    const given = new Map(
      Object.entries(headers).map(([name, value]) => [
        name.toLowerCase(),
        [name, value as unknown] as const,
      ]),
    );
    const pairs: string[] = [];
    for (const { name, lower, encode } of declared) {
      const value = given.get(lower)?.[1];
      const text = encode(
        lower === keyed ? (options.idempotencyKey ?? value ?? newKey(connection, options)) : value,
      );
      if (text !== undefined) pairs.push(name, text);
    }
    for (const [lower, [name, value]] of given) {
      if (known.has(lower) || lower === 'content-type') continue;
      const text = extraHeader(name, value);
      if (text !== undefined) pairs.push(name, text);
    }
    if (accept !== undefined && !given.has('accept')) pairs.push('Accept', accept);
    const contentType = given.get('content-type')?.[1];
    return { pairs, contentType: typeof contentType === 'string' ? contentType : undefined };
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

/** One key for all attempts of a call; none where there is only one attempt, which nobody can mistake for another. */
function newKey({ random, retry }: Connection, options: OperationOptions): string | undefined {
  return retryPolicy(options.retry, retry).attempts > 1 ? randomUuid(random) : undefined;
}

/** Every media type that the description declares for an answer, those of success first. */
function acceptHeader({ outcomes, rpc }: OperationDescriptor): string | undefined {
  if (rpc !== undefined) return 'application/json';
  const rank = (status: unknown): number => (String(status).startsWith('2') ? 0 : 1);
  const types = [...outcomes]
    .sort((left, right) => rank(left.status) - rank(right.status))
    .flatMap(({ contents = [] }) => contents.map(({ mediaType }) => mediaType));
  return types.length === 0 ? undefined : [...new Set(types)].join(', ');
}
