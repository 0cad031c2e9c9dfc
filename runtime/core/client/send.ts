import type { CallOptions, Unexpected } from '../call.js';
import { signalFrom } from '../abort-signal.js';
import { BodyTooLargeError, discardBody, isStreamBody, readBody } from '../body.js';
import type { OperationDescriptor } from '../descriptor.js';
import { ApiError, isErrorOf } from '../errors.js';
import { type Redactor, redactorOf, safeCause } from '../redact.js';
import { retryAfter } from '../retry-after.js';
import { toldWaits } from '../told-waits.js';
import type { Body, Peer, WireRequest, WireResponse } from '../wire.js';
import type { Connection } from './connection.js';
import { type Deadline, startDeadline, WaitEnded } from './deadline.js';
import type { Intercept } from './interceptors.js';
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
  /** Attempts have no limits of their own, and so none but those of the call. */
  readonly isShared: boolean;
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
 * Sends the request of one call: interceptors, then for each attempt signing and the transport, with back-off between attempts. Calls
 * reach it through their client, so that an operation alone holds nothing of it.
 *
 * @throws {ApiError} with an {@link Unexpected} outcome where no response came.
 */
export function send(
  connection: Connection,
  operation: OperationDescriptor,
  request: WireRequest,
  options: SendOptions,
  credentials: PrepareCredentials | undefined,
): Promise<Received>;
/** With a body that is read in another way. `breakable` where the reading may outlast the attempt and break it off. */
export function send(
  connection: Connection,
  operation: OperationDescriptor,
  request: WireRequest,
  options: SendOptions,
  credentials: PrepareCredentials | undefined,
  read: ReadAnswer,
  breakable?: boolean,
): Promise<Exchanged>;
export function send(
  connection: Connection,
  operation: OperationDescriptor,
  request: WireRequest,
  options: SendOptions,
  credentials: PrepareCredentials | undefined,
  read: ReadAnswer = wholeBody,
  breakable: boolean = false,
): Promise<Exchanged> {
  const { intercept, timers } = connection;
  const { signal, retry, timeout = connection.timeout } = options;
  const refused = (fault: string): Error => invalidRequest(operation, fault);
  // It would compare false with every time, and so end nothing.
  if (Number.isNaN(timeout)) throw refused('the timeout is not a number');
  const policy =
    retry === undefined ? connection.policy : retryPolicy(retry, connection.retry, refused);
  const { attemptTimeout } = policy;
  const isEnding = timeout < Infinity || signal || attemptTimeout !== undefined || breakable;
  const sending: Sending = {
    connection,
    operation,
    options,
    credentials,
    read,
    policy,
    deadline: isEnding ? startDeadline(timers, timeout, signal) : undefined,
    timeout,
    isShared: attemptTimeout === undefined && !breakable,
    redactor: redactorOf(connection.transport),
  };
  return intercept === undefined
    ? attempts(sending, request, request)
    : intercepted(sending, intercept, request);
}

/** {@link send}, as clients have it. */
export type Send = typeof send;

/** Lets a request pass through a client's interceptors. */
async function intercepted(
  sending: Sending,
  intercept: Intercept,
  request: WireRequest,
): Promise<Exchanged> {
  const { deadline } = sending;
  // An interceptor may change the request that it was given.
  const original = { ...request };
  const next = async (outgoing: WireRequest): Promise<WireResponse> =>
    (await attempts(sending, outgoing, original)).response;
  const work = (): Promise<WireResponse> => intercept(sending, request, next);
  try {
    const response = await (deadline === undefined ? work() : deadline.run(work));
    return exchanged(sending, response);
  } catch (error) {
    throw asApiError(sending, error);
  } finally {
    deadline?.end();
  }
}

/** What a call goes on with. How long the server asks to wait is kept for its error. */
function exchanged({ connection, redactor }: Sending, response: WireResponse): Exchanged {
  const { status, headers } = response;
  const asked = status < 300 ? undefined : retryAfter(response, connection.timers.now());
  if (asked !== undefined) toldWaits.set(headers, asked);
  return { response, redactor };
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
): Promise<Exchanged> {
  const { connection, operation, policy, deadline } = sending;
  const { pacing, timers } = connection;
  try {
    const chosen = sending.credentials?.(connection, operation, request, original);
    let renewed = 0;
    for (let made = 1; ; made++) {
      if (pacing !== undefined) await pacing.turn(sending, request);
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
      if (
        response?.status === 401 &&
        renewed === 0 &&
        isReplayable(request.body) &&
        chosen?.renew() === true
      ) {
        renewed = 1;
        continue;
      }
      const mayPass = response === undefined || isPassing(response.status);
      if (mayPass && made - renewed < (isRepeatable(request) ? policy.attempts : 1)) {
        const pause = backOff(policy, made, response, timers.now(), connection.random);
        // A pause that the deadline would cut short cannot help: what is known now is the answer, at once.
        if (pause < (deadline?.left() ?? Infinity)) {
          await pauseOf(sending, pause);
          continue;
        }
      }
      if (response !== undefined) return exchanged(sending, response);
      throw failure;
    }
  } catch (error) {
    throw asApiError(sending, error);
  } finally {
    // Interceptors may go on, and begin anew.
    if (connection.intercept === undefined) deadline?.end();
  }
}

/** Waits within the limits of a call. */
export function pauseOf({ deadline, connection }: Sending, milliseconds: number): Promise<void> {
  return (deadline ?? startDeadline(connection.timers, Infinity, undefined)).wait(milliseconds);
}

function attempt(
  sending: Sending,
  request: WireRequest,
  chosen: ChosenCredentials | undefined,
): Promise<WireResponse> {
  const { deadline, policy } = sending;
  if (deadline === undefined) return delivered(sending, request, chosen, undefined);
  const current = sending.isShared ? deadline : deadline.attempt(policy.attemptTimeout);
  const ending = current.run(() => delivered(sending, request, chosen, current));
  return current === deadline ? ending : ending.finally(() => current.end());
}

/** A request that says how long it is waited for. A class, since a literal with a getter costs more than all else about it. */
class TimedRequest implements WireRequest {
  declare readonly method: string;
  declare readonly scheme: WireRequest['scheme'];
  declare readonly authority: string;
  declare readonly target: string;
  declare readonly headers: readonly string[];
  declare readonly body: Body;
  declare readonly deadline?: number;
  declare readonly operation?: OperationDescriptor;
  declare readonly peer?: Peer;
  declare readonly onAbort: NonNullable<WireRequest['onAbort']>;
  #signal: AbortSignal | undefined;

  constructor(request: WireRequest, ending: Deadline) {
    this.method = request.method;
    this.scheme = request.scheme;
    this.authority = request.authority;
    this.target = request.target;
    this.headers = request.headers;
    this.body = request.body;
    if (request.operation !== undefined) this.operation = request.operation;
    if (request.peer !== undefined) this.peer = request.peer;
    if (ending.at < Infinity) this.deadline = ending.at;
    this.onAbort = (listener) => ending.onAbort(listener);
  }

  get signal(): AbortSignal {
    return (this.#signal ??= signalFrom(this.onAbort));
  }
}

/** Signs a request, sends it, and reads the answer's body. */
async function delivered(
  sending: Sending,
  request: WireRequest,
  chosen: ChosenCredentials | undefined,
  current: Deadline | undefined,
): Promise<WireResponse> {
  let outgoing = timed(request, current);
  if (chosen !== undefined) {
    // A copy has no signal any more.
    outgoing = timed(await chosen(outgoing, sending), current);
    // A credential may take longer than the call lasts, and what was given up must not be sent.
    requireWanted(current, undefined);
  }
  const answer = await sending.connection.transport(outgoing);
  const { status, headers, body } = answer;
  // A transport may not mind the signal.
  requireWanted(current, body);
  return {
    status,
    headers,
    body: body === undefined ? undefined : await sending.read(sending, answer, current),
  };
}

/** @throws where nobody waits for this any more. */
function requireWanted(current: Deadline | undefined, body: Body): void {
  const over = current?.over;
  if (over === undefined) return;
  discardBody(body);
  throw over.reason;
}

function timed(request: WireRequest, current: Deadline | undefined): WireRequest {
  return current === undefined || request instanceof TimedRequest
    ? request
    : new TimedRequest(request, current);
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
