import type { OperationDescriptor } from '../descriptor.js';
import type { BaseUrl, Connection } from './connection.js';
import type { CallArguments } from './operation-call.js';
import type { Parts } from './parts.js';
import { prepareExtraHeaders } from './request-headers.js';

/** Everything of a request but its body. */
export interface RequestHead {
  readonly scheme: BaseUrl['scheme'];
  readonly authority: string;
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
  // A part makes a literal path as well: one that has to be encoded.
  const encodePath = parts.path?.(operation);
  const encodeQuery = parts.query?.(operation);
  const encodeCookies = parts.cookies?.(operation);
  const encodeHeaders = (parts.headers ?? prepareExtraHeaders)(operation, parts.accept);
  const literal = operation.path.join('');
  return (connection, args, { query = {}, headers, cookies = {} }) => {
    const { scheme, authority, path } = parts.server?.(connection, operation) ?? connection.base;
    const target = path + (encodePath?.(args.path) ?? literal) || '/';
    const { pairs, contentType } = encodeHeaders(connection, headers, args.options);
    return {
      scheme,
      authority,
      target: target + (encodeQuery?.(query) ?? ''),
      headers: encodeCookies?.(pairs, cookies) ?? pairs,
      contentType,
    };
  };
}

/** An object's own member; `undefined` for what only its prototype has. */
export function ownMember(object: object, name: string): unknown {
  return Object.hasOwn(object, name)
    ? (object as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
