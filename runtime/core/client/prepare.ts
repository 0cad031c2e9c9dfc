import type { OperationDescriptor } from '../descriptor.js';
import type { Capabilities, PrepareCredentials } from './capabilities.js';
import { type EncodeRequest, prepareRequest } from './encode-request.js';
import { requireParts } from './require-parts.js';
import { type DecodeResponse, prepareResponse } from './decode-response.js';

/** Functions that encode the requests of an operation and decode its responses. */
export interface Prepared {
  readonly encode: EncodeRequest;
  readonly decode: DecodeResponse;
  readonly credentials: PrepareCredentials | undefined;
}

/**
 * Prepares the functions of an operation. Calls reach this function through their client, so that an operation on its own does
 * not bundle it.
 *
 * @throws {Error} if the operation lacks a capability.
 */
export function prepare(operation: OperationDescriptor, parts: Capabilities): Prepared {
  requireParts(operation, parts);
  return {
    encode: prepareRequest(operation, parts),
    decode: prepareResponse(operation, parts),
    credentials: parts.credentials,
  };
}
