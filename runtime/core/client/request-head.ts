import type { OperationDescriptor } from '../descriptor.js';
import type { BaseUrl, ClientConfig } from './client-config.js';
import type { CallArguments } from './operation-call.js';
import type { Capabilities } from './capabilities.js';
import { prepareExtraHeaders } from './request-headers.js';

/** A request without its body. */
export interface RequestHead {
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

/** Returns an own property; `undefined` for inherited ones. */
export function ownMember(object: object, name: string): unknown {
  return Object.hasOwn(object, name)
    ? (object as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
