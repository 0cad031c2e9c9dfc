import type { OperationDescriptor } from '../descriptor.js';
import type { BaseUrl, Connection } from './connection.js';
import type { CallArguments } from './operation-call.js';
import type { Parts } from './parts.js';
import { prepareExtraHeaders } from './request-headers.js';

/** Everything of a request but its body. */
export interface RequestHead {
  readonly base: BaseUrl;
  readonly target: string;
  /** Frozen. */
  readonly headers: readonly string[];
  /** The type of body that the call's own headers ask for. */
  readonly contentType: string | undefined;
}

/** The values of parameters, by place; absent where nothing was given. */
export interface ParameterValues {
  readonly query: object | undefined;
  readonly headers: object | undefined;
  readonly cookies: object | undefined;
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

/** Prepares an operation's path, query, headers and cookies, with the parts that it has. */
export function prepareHead(operation: OperationDescriptor, parts: Parts): EncodeHead {
  const { path, parameters = [] } = operation;
  const isLiteral = path.every((part) => typeof part === 'string');
  // A part makes a literal path as well: one that has to be encoded.
  const encodePath = (isLiteral ? parts.path : needed(operation, parts, 'path'))?.(operation);
  const literal = isLiteral ? (encodePath?.([]) ?? path.join('')) : undefined;
  const query = parameters
    .filter((parameter) => parameter.in.startsWith('query'))
    .map(
      (parameter) =>
        [parameter.name, needed(operation, parts, 'query')(parameter, operation)] as const,
    );
  const cookies = parameters.filter((parameter) => parameter.in === 'cookie');
  const encodeCookies =
    cookies.length > 0 ? needed(operation, parts, 'cookies')(cookies) : undefined;
  const encodeHeaders = (parts.headers ?? prepareExtraHeaders)(operation);
  return (connection, args, values) => {
    const base = parts.server?.(connection, operation) ?? connection.base;
    const given = values.query ?? {};
    let target = base.path + (literal ?? encodePath?.(args.path)) || '/';
    let mark = '?';
    for (const [name, encode] of query)
      for (const pair of encode(ownMember(given, name))) {
        target += mark + pair;
        mark = '&';
      }
    const { pairs: headers, contentType } = encodeHeaders(connection, values.headers, args.options);
    return {
      base,
      target,
      headers: encodeCookies?.(headers, values.cookies ?? {}) ?? headers,
      contentType,
    };
  };
}

/** The part that an operation was to be made with. */
export function needed<Name extends keyof Parts>(
  { id }: OperationDescriptor,
  parts: Parts,
  name: Name,
): NonNullable<Parts[Name]> {
  const part = parts[name];
  if (part == null) throw new Error(`${id} was made without its part "${name}"`);
  return part;
}

/** An object's own member; `undefined` for what only its prototype has. */
export function ownMember(object: object, name: string): unknown {
  return Object.hasOwn(object, name)
    ? (object as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
