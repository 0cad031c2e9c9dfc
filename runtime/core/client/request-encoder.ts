import type { OperationDescriptor } from '../descriptor.js';
import type { WireRequest } from '../wire.js';
import type { ClientConfig } from './client-config.js';
import { asInvalidRequest } from './invalid-request.js';
import { requireKnownInput, requireKnownOptions } from './known-arguments.js';
import type { CallArguments } from './operation-call.js';
import type { SplitInput, Capabilities } from './capabilities.js';
import { prepareHead } from './request-head.js';

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
  const encode: EncodeRequest = (config, args) => {
    requireKnownOptions(operation, args);
    const located = locate(operation, args);
    requireKnownInput(operation, args, located);
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
