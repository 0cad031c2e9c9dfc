import type { OperationDescriptor } from '../descriptor.js';
import type { Parts, PrepareCredentials } from './parts.js';
import { type EncodeRequest, prepareRequest } from './request-encoder.js';
import { requireParts } from './require-parts.js';
import { type DecodeResponse, prepareResponse } from './response-decoder.js';

/** What encodes the requests of an operation and decodes its responses. */
export interface Prepared {
  readonly encode: EncodeRequest;
  readonly decode: DecodeResponse;
  readonly credentials: PrepareCredentials | undefined;
}

/**
 * Makes the closures of an operation. Calls reach it through their client, so that an operation alone holds nothing of it.
 *
 * @throws {Error} where it lacks a part.
 */
export function prepare(operation: OperationDescriptor, parts: Parts): Prepared {
  requireParts(operation, parts);
  return {
    encode: prepareRequest(operation, parts),
    decode: prepareResponse(operation, parts),
    credentials: parts.credentials,
  };
}
