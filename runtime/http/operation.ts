import type { ByClient, ClientCall } from '../core/client/bind.js';
import { type CallArguments, createCall, type Performed } from '../core/client/operation-call.js';
import type { Connection } from '../core/client/connection.js';
import { asInvalidRequest } from '../core/client/invalid-request.js';
import { type Judge, judgedOutcome } from '../core/client/judge.js';
import type { Parts, PrepareCredentials } from '../core/client/parts.js';
import type { OperationDescriptor } from '../core/descriptor.js';
import type { WireRequest } from '../core/wire.js';
import { type DecodeResponse, prepareResponse } from '../core/client/response-decoder.js';
import { type EncodeRequest, prepareRequest } from './request-encoder.js';

/**
 * The function of one operation: it throws an `ApiError`, its `.result` returns every outcome, and its `.failed` tells its errors from
 * others. `parts` are what the operation needs of the runtime beyond what every operation needs; `everyPart` is all there is.
 * Nothing is prepared before the first call.
 */
export function operation<Arguments extends unknown[], Value, Outcome>(
  descriptor: OperationDescriptor,
  ...parts: readonly Parts[]
): ClientCall<Arguments, Value, Outcome> {
  const prepared = preparing(descriptor, parts);
  return createCall<ByClient<Arguments>, Value, Outcome>(descriptor, (connection, args) =>
    perform(descriptor, prepared(connection), connection, args),
  );
}

/** What encodes the requests of an operation and decodes its responses. */
export interface Prepared {
  readonly encode: EncodeRequest;
  readonly decode: DecodeResponse;
  readonly credentials: PrepareCredentials | undefined;
}

/** Gives the closures of an operation, which are made when a client first asks for them. */
export function preparing(
  descriptor: OperationDescriptor,
  parts: readonly Parts[],
): (connection: Connection) => Prepared {
  let made: Prepared | undefined;
  return (connection) => (made ??= prepare(connection, descriptor, merged(parts)));
}

/** Several parts as one. */
export function merged(parts: readonly Parts[]): Parts {
  return Object.assign({}, ...parts) as Parts;
}

/**
 * Makes the closures of an operation.
 *
 * @throws {Error} where it lacks a part.
 */
export function prepare(
  connection: Connection,
  descriptor: OperationDescriptor,
  parts: Parts,
): Prepared {
  connection.requireParts(descriptor, parts);
  return {
    encode: prepareRequest(descriptor, parts),
    decode: prepareResponse(descriptor, parts),
    credentials: parts.credentials,
  };
}

/**
 * The request of a call.
 *
 * @throws {ApiError} `invalid-request`
 */
export function encoded(
  descriptor: OperationDescriptor,
  encode: EncodeRequest,
  connection: Connection,
  args: CallArguments,
): WireRequest {
  try {
    return encode(connection, args);
  } catch (error) {
    throw asInvalidRequest(descriptor, error);
  }
}

/** Performs one call: encodes, sends, decodes and judges. `judge` looks at what is particular to an operation. */
export async function perform(
  descriptor: OperationDescriptor,
  { encode, decode, credentials }: Prepared,
  connection: Connection,
  args: CallArguments,
  judge: Judge | undefined = connection.judge,
): Promise<Performed> {
  const request = encoded(descriptor, encode, connection, args);
  const { response, redactor } = await connection.send(
    connection,
    descriptor,
    request,
    args.options,
    credentials,
  );
  const outcome = judgedOutcome(
    connection,
    descriptor,
    decode(connection, response),
    response,
    judge,
  );
  return { outcome, redactor };
}
