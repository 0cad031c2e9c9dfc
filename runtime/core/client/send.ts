import type { CallOptions, Unexpected } from '../call.js';
import { BodyTooLargeError, discardBody, isStreamBody, readBody } from '../body.js';
import type { OperationDescriptor } from '../descriptor.js';
import { ApiError, isErrorOf } from '../errors.js';
import { type Redactor, safeCause } from '../redact.js';
import type { Body, WireRequest, WireResponse } from '../wire.js';
import type { Connection } from './connection.js';
import { type Deadline, startDeadline, WaitEnded } from './deadline.js';
import { invalidRequest } from './invalid-request.js';
import { invalidResponse } from './invalid-response.js';
import type { ChosenCredentials, PrepareCredentials } from './parts.js';
import {
  backOff,
  isPassing,
  isRepeatable,
  isReplayable,
  type RetryPolicy,
  retryPolicy,
} from './retry.js';

/** A response whose body was read whole, and what takes this call's secrets out of texts. */
export interface Received {
  readonly response: WireResponse & { readonly body: Uint8Array | undefined };
  /** Absent where the call has no credentials. */
  readonly redactor: Redactor | undefined;
}

/** A response, and what takes this call's secrets out of texts. */
export interface Exchanged {
  readonly response: WireResponse;
  readonly redactor: Redactor | undefined;
}

/** Options of a call that concern how it is sent. */
export type SendOptions = Pick<
  CallOptions,
  'signal' | 'timeout' | 'retry' | 'idleTimeout' | 'maxBytes'
>;

/** One call on its way. */
export interface Sending {
  readonly connection: Connection;
  readonly operation: OperationDescriptor;
  readonly options: SendOptions;
  /** What the operation's security asks for, and puts on requests. */
  readonly credentials: PrepareCredentials | undefined;
  /** What is made of the body of an answer. */
  readonly read: ReadAnswer;
  readonly policy: RetryPolicy;
  /** Absent where nothing can end the call early. */
  readonly deadline: Deadline | undefined;
  /** Milliseconds for the whole call. */
  readonly timeout: number;
  /** Made for the first credential. */
  redactor: Redactor | undefined;
}

/** Makes of an answer's body what a call wants of it; `attempt` is what it came by. */
export type ReadAnswer = (
  sending: Sending,
  answer: WireResponse,
  attempt: Deadline | undefined,
) => Promise<Body>;

/**
 * Sends the request of one call: interceptors, then for each attempt signing and the transport, with back-off between attempts.
 *
 * @throws {ApiError} with an {@link Unexpected} outcome where no response came.
 */
export function send(
  connection: Connection,
  operation: OperationDescriptor,
  request: WireRequest,
  options: SendOptions,
  credentials: PrepareCredentials | undefined,
): Promise<Received> {
  const sent = exchange(connection, operation, request, options, credentials, wholeBody);
  return sent as Promise<Received>;
}

/**
 * {@link send}, with a body that is read in another way. `breakable` where the reading may outlast the attempt and break it off.
 *
 * @throws {ApiError}
 */
export async function exchange(
  connection: Connection,
  operation: OperationDescriptor,
  request: WireRequest,
  options: SendOptions,
  credentials: PrepareCredentials | undefined,
  read: ReadAnswer,
  breakable: boolean = false,
): Promise<Exchanged> {
  const { intercept, timers } = connection;
  const { signal, retry, timeout = connection.timeout } = options;
  // It would compare false with every time, and so end nothing.
  if (Number.isNaN(timeout)) throw invalidRequest(operation, 'the timeout is not a number');
  const policy = retry === undefined ? connection.policy : retryPolicy(retry, connection.retry);
  const isEnding = timeout < Infinity || signal || policy.attemptTimeout !== undefined || breakable;
  const deadline = isEnding ? startDeadline(timers, timeout, signal) : undefined;
  const sending: Sending = {
    connection,
    operation,
    options,
    credentials,
    read,
    policy,
    deadline,
    timeout,
    redactor: undefined,
  };
  try {
    let response: WireResponse;
    if (intercept === undefined) response = await attempts(sending, request, request);
    else {
      // An interceptor may change the request that it was given.
      const original = { ...request };
      const next = (outgoing: WireRequest): Promise<WireResponse> =>
        attempts(sending, outgoing, original);
      const work = (): Promise<WireResponse> => intercept(sending, request, next);
      response = await (deadline === undefined ? work() : deadline.run(work));
    }
    return { response, redactor: sending.redactor };
  } catch (error) {
    throw asApiError(sending, error);
  } finally {
    deadline?.end();
  }
}

/** Turns whatever ended a call into the error that the caller sees. */
export function asApiError({ operation, redactor }: Sending, error: unknown): ApiError<unknown> {
  // An error of another operation, thrown by an interceptor or a transport that calls it, is no outcome of this one.
  if (isErrorOf(operation, error)) return error;
  const ended = error instanceof WaitEnded ? error : undefined;
  const outcome: Unexpected =
    ended === undefined
      ? { kind: 'network', ok: false, cause: safeCause(error, redactor) }
      : ended.why === 'aborted'
        ? { kind: 'aborted', ok: false, reason: ended.reason }
        : { kind: 'timeout', ok: false, timeout: ended.allowed };
  return new ApiError<Unexpected>(operation, outcome);
}

/** One attempt after another, of the request as interceptors left it; `original` is what they were given. */
async function attempts(
  sending: Sending,
  request: WireRequest,
  original: WireRequest,
): Promise<WireResponse> {
  const { connection, operation, policy, deadline } = sending;
  const { pacing, timers } = connection;
  try {
    const chosen = sending.credentials?.(connection, operation, request, original);
    let most = isRepeatable(request) ? policy.attempts : 1;
    let mayRenew = isReplayable(request.body);
    for (let made = 1; ; made++) {
      await pacing?.turn(sending, request);
      let response: WireResponse | undefined;
      let failure: unknown;
      try {
        response = await attempt(sending, made > 1 ? anew(request) : request, chosen);
      } catch (error) {
        const isFinal =
          error instanceof WaitEnded
            ? error.why !== 'attempt-timeout'
            : isErrorOf(operation, error);
        if (isFinal) throw error;
        failure = error;
      }
      if (response !== undefined) pacing?.heard(request, response, timers.now());
      if (response?.status === 401 && mayRenew && chosen?.renew() === true) {
        mayRenew = false;
        most += 1;
        continue;
      }
      if (made < most && (response === undefined || isPassing(response.status))) {
        const pause = backOff(policy, made, response, timers.now(), connection.random);
        // A pause that the deadline would cut short can not help: what is known now is the answer.
        if (deadline === undefined || pause < deadline.left()) {
          await pauseOf(sending, pause);
          continue;
        }
      }
      if (response !== undefined) return response;
      throw failure;
    }
  } catch (error) {
    throw asApiError(sending, error);
  }
}

/** Waits within the limits of a call. */
export function pauseOf({ deadline, connection }: Sending, milliseconds: number): Promise<void> {
  return (deadline ?? startDeadline(connection.timers, Infinity, undefined)).wait(milliseconds);
}

async function attempt(
  sending: Sending,
  request: WireRequest,
  chosen: ChosenCredentials | undefined,
): Promise<WireResponse> {
  const current = sending.deadline?.attempt(sending.policy.attemptTimeout);
  if (current === undefined) return delivered(sending, request, chosen, undefined);
  try {
    return await current.run(() => delivered(sending, timed(request, current), chosen, current));
  } finally {
    current.end();
  }
}

/** A request that says how long it is waited for. */
function timed(request: WireRequest, { at, onAbort, signal }: Deadline): WireRequest {
  return {
    ...request,
    ...(at < Infinity ? { deadline: at } : undefined),
    onAbort,
    get signal() {
      return signal();
    },
  };
}

/** Signs a request, sends it, and reads the answer's body. */
async function delivered(
  sending: Sending,
  request: WireRequest,
  chosen: ChosenCredentials | undefined,
  current: Deadline | undefined,
): Promise<WireResponse> {
  const signed = chosen === undefined ? request : await chosen(request, sending);
  // A credential may take longer than the call lasts, and what was given up must not be sent.
  current?.throwIfOver();
  const answer = await sending.connection.transport(signed);
  const { status, headers, body } = answer;
  if (current?.isOver() === true) {
    // A transport that does not mind the signal: nobody waits for this any more.
    discardBody(body);
    current.throwIfOver();
  }
  return {
    status,
    headers,
    body: body === undefined ? undefined : await sending.read(sending, answer, current),
  };
}

/** A stream is read by the attempt that sends it, so a later attempt needs another. */
function anew(request: WireRequest): WireRequest {
  const { body } = request;
  if (!isStreamBody(body) || body.replay === undefined) return request;
  return { ...request, body: { ...body, stream: body.replay() } };
}

/** What is said of a body that is longer than it may be; any other error as it is. */
export function tooLarge(
  { operation }: Sending,
  { status, headers }: WireResponse,
  cause: unknown,
): unknown {
  if (!(cause instanceof BodyTooLargeError)) return cause;
  const response = { status, headers, body: undefined };
  return new ApiError(operation, invalidResponse(response, cause.message));
}

/** The whole body, up to what the client takes. */
export async function wholeBody(sending: Sending, answer: WireResponse): Promise<Uint8Array> {
  try {
    return await readBody(answer.body, sending.connection.maxResponseBytes);
  } catch (error) {
    throw tooLarge(sending, answer, error);
  }
}
