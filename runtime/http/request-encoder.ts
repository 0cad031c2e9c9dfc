import type { Connection } from '../core/client/connection.js';
import type { CallArguments } from '../core/client/operation-call.js';
import type { Parts } from '../core/client/parts.js';
import {
  needed,
  ownMember,
  type ParameterValues,
  prepareHead,
} from '../core/client/request-head.js';
import type { OperationDescriptor } from '../core/descriptor.js';
import { isHeaderValue, withHeader } from '../core/headers.js';
import { EncodingError } from '../core/parameters/encoding-error.js';
import { isPlainObject } from '../core/parameters/value-text.js';
import type { WireRequest } from '../core/wire.js';

/**
 * Makes the request of one call.
 *
 * @throws {EncodingError}
 */
export type EncodeRequest = (connection: Connection, args: CallArguments) => WireRequest;

/** Prepares an operation's parameters and body, with the parts that it has. */
export function prepareRequest(operation: OperationDescriptor, parts: Parts): EncodeRequest {
  const encodeHead = prepareHead(operation, parts);
  const encodeBody = operation.body && needed(operation, 'body', parts.body)(operation.body);
  const { method } = operation;
  // The headers of a call that adds none are the same for every call.
  let usual:
    | { readonly from: readonly string[]; readonly type: string; readonly to: readonly string[] }
    | undefined;
  return (connection, args) => {
    const located = locate(operation, args);
    const { base, target, headers, contentType } = encodeHead(connection, args, located);
    const encoded = encodeBody?.(
      located.body,
      args.options.contentType ?? contentType,
      connection.random,
    );
    let all = headers;
    if (encoded !== undefined) {
      const type = encoded.contentType;
      if (usual?.from !== headers || usual.type !== type)
        usual = { from: headers, type, to: typed(headers, type) };
      all = usual.to;
    }
    const { scheme, authority } = base;
    return { method, scheme, authority, target, headers: all, body: encoded?.body, operation };
  };
}

function typed(headers: readonly string[], type: string): readonly string[] {
  if (!isHeaderValue(type)) throw new EncodingError('/body', 'a media type', 'contentType');
  return Object.freeze(withHeader(headers, 'Content-Type', type));
}

interface Located extends ParameterValues {
  readonly body: unknown;
}

/** Where body, query, headers and cookies stand in the arguments; what the input does not hold is in the options. */
function locate(operation: OperationDescriptor, { input, options }: CallArguments): Located {
  const { query, headers, cookies } = options;
  switch (operation.input) {
    case 'none':
      return { body: undefined, query, headers, cookies };
    case 'body':
      return { body: input, query, headers, cookies };
    case 'query':
      return { body: undefined, query: merged(query, input, ''), headers, cookies };
    case 'parts': {
      const parts = merged(undefined, input, '') ?? {};
      const part = (name: string, given: object | undefined): object | undefined =>
        merged(given, ownMember(parts, name), `/${name}`);
      return {
        body: ownMember(parts, 'body'),
        query: part('query', query),
        headers: part('headers', headers),
        cookies: part('cookies', cookies),
      };
    }
  }
}

/** Members of the options and of the input, which wins. */
function merged(options: object | undefined, input: unknown, pointer: string): object | undefined {
  if (input === undefined || input === null) return options;
  if (!isPlainObject(input)) throw new EncodingError(pointer, 'an object', 'type');
  return options === undefined ? input : { ...options, ...input };
}
