import type { InvalidRequest } from '../call.js';
import type { Violation } from '../check.js';
import type { OperationDescriptor } from '../descriptor.js';
import { ApiError } from '../errors.js';
import { EncodingError } from '../parameters/encoding-error.js';

/** Creates the error of a request that cannot be sent. */
export function invalidRequest(
  operation: OperationDescriptor,
  message: string,
  violations: readonly Violation[] = [],
): ApiError<InvalidRequest> {
  return new ApiError<InvalidRequest>(operation, {
    kind: 'invalid-request',
    ok: false,
    message,
    violations,
  });
}

/** Converts an error of encoding to the error for the caller. Other errors, which are bugs, are returned unchanged. */
export function asInvalidRequest(operation: OperationDescriptor, error: unknown): unknown {
  if (error instanceof EncodingError)
    return invalidRequest(operation, error.message, [error.violation]);
  return error instanceof URIError
    ? invalidRequest(operation, 'a parameter contains text that cannot be encoded in UTF-8')
    : error;
}
