import type { ClientCall, UntypedClientCall } from '../core/client/bind.js';
import type { Connection } from '../core/client/connection.js';
import { createCall } from '../core/client/operation-call.js';
import type { Parts } from '../core/client/parts.js';
import type { Prepared } from '../core/client/prepare.js';
import type { OperationDescriptor } from '../core/descriptor.js';

/**
 * The function of one operation: it throws an `ApiError`, its `.result` returns every outcome, and its `.failed` tells its errors from
 * others. `parts` are what the operation needs of the runtime beyond what every operation needs; `everyPart` is all there is.
 * Nothing is prepared before the first call.
 */
export function operation(
  descriptor: OperationDescriptor,
  ...parts: readonly Parts[]
): UntypedClientCall;
export function operation<Arguments extends unknown[], Value, Outcome>(
  descriptor: OperationDescriptor,
  ...parts: readonly Parts[]
): ClientCall<Arguments, Value, Outcome>;
export function operation(
  descriptor: OperationDescriptor,
  ...parts: readonly Parts[]
): UntypedClientCall {
  const prepared = preparing(descriptor, parts);
  return createCall<readonly unknown[], never, never>(descriptor, (connection, args) =>
    connection.perform(connection, descriptor, prepared(connection), args),
  );
}

/**
 * Gives the closures of an operation, which are made when a client first asks for them.
 *
 * @throws {Error} where it lacks a part.
 */
export function preparing(
  descriptor: OperationDescriptor,
  parts: readonly Parts[],
): (connection: Connection) => Prepared {
  let made: Prepared | undefined;
  return (connection) => (made ??= connection.prepare(descriptor, merged(parts)));
}

/** Several parts as one. */
export function merged(parts: readonly Parts[]): Parts {
  return Object.assign({}, ...parts) as Parts;
}
