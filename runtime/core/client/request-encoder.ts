import type { OperationDescriptor } from '../descriptor.js';
import type { WireRequest } from '../wire.js';
import type { Connection } from './connection.js';
import { asInvalidRequest } from './invalid-request.js';
import { requireKnownInput, requireKnownOptions } from './known-arguments.js';
import type { CallArguments } from './operation-call.js';
import type { Locate, Parts } from './parts.js';
import { prepareHead } from './request-head.js';

/**
 * Makes the request of one call: unsigned, its header pairs frozen.
 *
 * @throws {ApiError} `invalid-request` where an argument can not stand where it is to be sent.
 */
export type EncodeRequest = (connection: Connection, args: CallArguments) => WireRequest;

/** Prepares an operation's parameters and body, with the parts that it has. */
export function prepareRequest(operation: OperationDescriptor, parts: Parts): EncodeRequest {
  const { method } = operation;
  const encodeHead = prepareHead(operation, parts);
  const encodeBody = operation.body && parts.body?.(operation.body);
  const { input: locate = wholeInput } = parts;
  const encode: EncodeRequest = (connection, args) => {
    requireKnownOptions(operation, args);
    const located = locate(operation, args);
    requireKnownInput(operation, args, located);
    const { scheme, authority, target, headers, contentType } = encodeHead(
      connection,
      args,
      located,
    );
    const asked = args.options.contentType ?? contentType;
    const { random, xml } = connection;
    const { body, partHeaders } = located;
    const sent = encodeBody?.(body, asked, random, headers, partHeaders, xml);
    // Spreading what was encoded would cost more than encoding it.
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
  return (connection, args) => {
    try {
      return encode(connection, args);
    } catch (error) {
      throw asInvalidRequest(operation, error);
    }
  };
}

/** An input that is the body itself, or none. */
export const wholeInput: Locate = (
  _operation,
  { input, options: { query, headers, cookies, partHeaders } },
) => ({
  body: input,
  query,
  headers,
  cookies,
  partHeaders,
});
