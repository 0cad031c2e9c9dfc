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
    connection.perform(connection, descriptor, prepared(connection, args.options.accept), args),
  );
}

/**
 * Gives the closures of an operation, which are made when a client first asks for them: those of calls that ask for a media type, or for none.
 *
 * @throws {Error} where it lacks a part.
 * @throws {ApiError} `invalid-request` where no answer has that type.
 */
export type Preparing = (connection: Connection, accept?: string) => Prepared;

/** What makes the closures of an operation. */
export function preparing(
  descriptor: OperationDescriptor,
  given: readonly Parts[],
  prepare = (connection: Connection, parts: Parts): Prepared =>
    connection.prepare(descriptor, parts),
): Preparing {
  const made = new Map<string | undefined, Prepared>();
  return (connection, accept) => {
    const asked = descriptor.accepts === undefined ? undefined : accept;
    const known = made.get(asked);
    if (known !== undefined) return known;
    const parts = merged(given);
    const prepared = prepare(connection, parts.negotiate?.(descriptor, parts, asked) ?? parts);
    made.set(asked, prepared);
    return prepared;
  };
}

/** Several parts as one. */
export function merged(parts: readonly Parts[]): Parts {
  return Object.assign({}, ...parts) as Parts;
}
