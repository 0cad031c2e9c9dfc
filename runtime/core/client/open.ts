import { isStreamBody } from '../body.js';
import type { OperationDescriptor } from '../descriptor.js';
import type { Body, WireRequest, WireResponse } from '../wire.js';
import type { Connection } from './connection.js';
import type { Deadline } from './deadline.js';
import type { PrepareCredentials } from './parts.js';
import { responseStream } from './response-stream.js';
import {
  asApiError,
  type Exchanged,
  type Sending,
  type SendOptions,
  tooLarge,
  wholeBody,
} from './send.js';

/** A response whose body is still to come where it succeeded, and was read whole where it did not. */
export type Opened = Exchanged;

/**
 * `send`, but for the body of an answer that succeeds: it comes piece by piece, within `idleTimeout` and `maxBytes`, while the
 * timeout of the call ends with the answer's head.
 *
 * @throws {ApiError}
 */
export function open(
  connection: Connection,
  operation: OperationDescriptor,
  request: WireRequest,
  options: SendOptions,
  credentials: PrepareCredentials | undefined,
): Promise<Opened> {
  return connection.send(connection, operation, request, options, credentials, boundedBody, true);
}

/** The pieces of a body that is left to the caller. */
async function boundedBody(
  sending: Sending,
  answer: WireResponse,
  attempt: Deadline | undefined,
): Promise<Body> {
  const { status, body } = answer;
  if (status < 200 || status > 299) return wholeBody(sending, answer);
  if (!isStreamBody(body) || bounded.has(body.stream)) return body;
  const { idleTimeout = 30_000, maxBytes = Infinity, signal } = sending.options;
  const bounds = {
    timers: sending.connection.timers,
    idle: idleTimeout,
    limit: maxBytes,
    signal,
    abandon: () => attempt?.abandon(),
    asError: (cause: unknown) => asApiError(sending, tooLarge(sending, answer, cause)),
  };
  const { length } = body;
  const stream = responseStream(body.stream, bounds);
  bounded.add(stream);
  return length === undefined ? { stream } : { stream, length };
}

/** Pieces that are within bounds already: an answer passes here once for its attempt and once for interceptors. */
const bounded = new WeakSet<object>();
