import type { Connection } from '../core/client/connection.js';
import type { CallArguments } from '../core/client/operation-call.js';
import { ownMember, type ParameterValues, prepareHead } from '../core/client/request-head.js';
import type { OperationDescriptor } from '../core/descriptor.js';
import { withHeader } from '../core/headers.js';
import { EncodingError } from '../core/parameters/encoding-error.js';
import { isPlainObject } from '../core/parameters/value-text.js';
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
  const encodeHead = prepareHead(operation);
  const encodeBody = prepareBody(operation.body);
  return (connection, args) => {
    const located = locate(operation, args);
    const { request, contentType } = encodeHead(connection, args, located);
    const wanted = args.options.contentType ?? contentType;
    const encoded = encodeBody(located.body, wanted, connection.random);
    if (encoded === undefined) return { ...request, body: undefined };
    return {
      ...request,
      headers: withHeader(request.headers, 'Content-Type', encoded.contentType),
      body: encoded.body,
    };
  };
}

interface Located extends ParameterValues {
  readonly body: unknown;
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
      const part = (name: string): object => members(ownMember(parts, name), `/${name}`);
      return {
        body: ownMember(parts, 'body'),
        query: { ...query, ...part('query') },
        headers: { ...headers, ...part('headers') },
        cookies: { ...cookies, ...part('cookies') },
      };
    }
  }
}

function members(value: unknown, pointer: string): object {
  if (value === undefined || value === null) return {};
  if (!isPlainObject(value)) throw new EncodingError(pointer, 'an object', 'type');
  return value;
}
