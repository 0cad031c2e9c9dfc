import type { CallOptions, Unexpected } from '../call.js';
import { BodyTooLargeError, discardBody, isStreamBody, readBody } from '../body.js';
import type { OperationDescriptor } from '../descriptor.js';
import { ApiError } from '../errors.js';
import { headersFault } from '../headers.js';
import { type Redactor, safeCause } from '../redact.js';
import type { Body, WireRequest, WireResponse } from '../wire.js';
import type { Connection } from './connection.js';
import { CredentialError } from './credential-error.js';
import { type Attempt, type Deadline, startDeadline, WaitEnded } from './deadline.js';
import { invalidRequest } from './invalid-request.js';
import type { ChosenCredentials, PrepareCredentials } from './parts.js';
import { backOff, isPassing, isRepeatable, type RetryPolicy, retryPolicy } from './retry.js';

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
  attempt: Attempt | undefined,
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
  return exchange(
    connection,
    operation,
    request,
    options,
    credentials,
    wholeBody,
  ) as Promise<Received>;
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
  const timeout = options.timeout ?? connection.timeout;
  // It would compare false with every time, and so end nothing.
  if (Number.isNaN(timeout)) throw invalidRequest(operation, 'the timeout is not a number');
  const policy =
    options.retry === undefined ? connection.policy : retryPolicy(options.retry, connection.retry);
  const unending =
    timeout === Infinity &&
    options.signal === undefined &&
    policy.attemptTimeout === undefined &&
    !breakable;
  const sending: Sending = {
    connection,
    operation,
    options,
    credentials,
    read,
    policy,
    deadline: unending ? undefined : startDeadline(connection.timers, timeout, options.signal),
    timeout,
    redactor: undefined,
  };
  try {
    const { intercept } = connection;
    let response: WireResponse;
    if (intercept === undefined) response = await attempts(sending, request, request);
    else {
      // An interceptor may change the request that it was given.
      const original = { ...request };
      const next = (outgoing: WireRequest): Promise<WireResponse> =>
        attempts(sending, outgoing, original);
      response = await within(sending, () => intercept(sending, request, next));
    }
    return { response, redactor: sending.redactor };
  } catch (error) {
    throw asApiError(sending, error);
  } finally {
    sending.deadline?.end();
  }
}

/** Work of a call that is left where the call ends early. */
function within<Value>(
  { deadline }: Pick<Sending, 'deadline'>,
  work: () => Promise<Value>,
): Promise<Value> {
  return deadline === undefined ? work() : deadline.run(work);
}

/** Turns whatever ended a call into the error that the caller sees. */
export function asApiError({ operation, redactor }: Sending, error: unknown): ApiError<unknown> {
  // An error of another operation, thrown by an interceptor or a transport that calls it, is no outcome of this one.
  if (error instanceof ApiError && error.operation === operation.id) return error;
  return new ApiError<Unexpected>(operation, unexpected(error, redactor));
}

function unexpected(error: unknown, redactor: Redactor | undefined): Unexpected {
  if (error instanceof WaitEnded) {
    return error.why === 'aborted'
      ? { kind: 'aborted', ok: false, reason: error.reason }
      : { kind: 'timeout', ok: false, timeout: error.allowed };
  }
  if (error instanceof CredentialError) {
    return { kind: 'invalid-request', ok: false, message: error.message, violations: [] };
  }
  return { kind: 'network', ok: false, cause: safeCause(error, redactor) };
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
    let most = policy.attempts > 1 && isRepeatable(request) ? policy.attempts : 1;
    let mayRenew = !isStreamBody(request.body) || request.body.replay !== undefined;
    for (let made = 1; ; made++) {
      if (pacing !== undefined) await takeTurn(sending, request);
      let response: WireResponse | undefined;
      let failure: unknown;
      try {
        response = await attempt(sending, made === 1 ? request : anew(request), chosen);
      } catch (error) {
        if (isFinal(error, operation)) throw error;
        failure = error;
      }
      if (response !== undefined) pacing?.heard(request, response, timers.now());
      if (response?.status === 401 && mayRenew && chosen?.renew?.() === true) {
        mayRenew = false;
        most += 1;
        continue;
      }
      if (made < most && (response === undefined || isPassing(response.status))) {
        const pause = backOff(policy, made, response, timers.now(), connection.random);
        // A pause that the deadline would cut short can not help: what is known now is the answer.
        if (deadline === undefined || pause < deadline.left()) {
          await (deadline ?? startDeadline(timers, Infinity, undefined)).wait(pause);
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

/** Waits until the buckets of a request have room. One that could not be sent in time is not waited for. */
async function takeTurn(sending: Sending, request: WireRequest): Promise<void> {
  const { connection, timeout } = sending;
  const { pacing, timers } = connection;
  const deadline = sending.deadline ?? startDeadline(timers, Infinity, undefined);
  const slot = pacing?.reserve(request, timers.now());
  try {
    // What is heard meanwhile may put a turn off.
    for (;;) {
      const wait = slot?.wait(timers.now()) ?? 0;
      if (wait <= 0) return;
      if (wait >= deadline.left()) throw new WaitEnded('timeout', timeout);
      await deadline.wait(wait);
    }
  } catch (error) {
    slot?.release();
    throw error;
  }
}

function attempt(
  sending: Sending,
  request: WireRequest,
  chosen: ChosenCredentials | undefined,
): Promise<WireResponse> {
  const current = sending.deadline?.attempt(sending.policy.attemptTimeout);
  if (current === undefined) return delivered(sending, request, chosen, undefined);
  return current
    .run(() => delivered(sending, timed(request, current), chosen, current))
    .finally(() => current.end());
}

/** A request that says how long it is waited for. */
function timed(request: WireRequest, current: Attempt): WireRequest {
  const { method, scheme, authority, target, headers, body, operation } = request;
  const made: { -readonly [Name in keyof WireRequest]: WireRequest[Name] } = {
    method,
    scheme,
    authority,
    target,
    headers,
    body,
    get signal() {
      return current.signal();
    },
    onAbort: current.onAbort,
  };
  if (operation !== undefined) made.operation = operation;
  if (current.at !== undefined) made.deadline = current.at;
  return made;
}

/** Signs a request, sends it, and reads the answer's body. */
async function delivered(
  sending: Sending,
  request: WireRequest,
  chosen: ChosenCredentials | undefined,
  current: Attempt | undefined,
): Promise<WireResponse> {
  let signed = request;
  if (chosen !== undefined) {
    signed = await chosen(request, sending);
    // A credential may take longer than the call lasts, and what was given up must not be sent.
    current?.throwIfOver();
    const fault = headersFault(signed.headers);
    if (fault !== undefined) throw invalidRequest(sending.operation, fault);
  }
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

/** Whether no other attempt can end otherwise. */
function isFinal(error: unknown, operation: OperationDescriptor): boolean {
  if (error instanceof WaitEnded) return error.why !== 'attempt-timeout';
  if (error instanceof ApiError) return error.operation === operation.id;
  return error instanceof CredentialError;
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
  return new ApiError<Unexpected>(operation, {
    kind: 'invalid-response',
    ok: false,
    status,
    message: cause.message,
    violations: [],
    response: { status, headers, body: undefined },
  });
}

/** The whole body, up to what the client takes. */
export async function wholeBody(sending: Sending, answer: WireResponse): Promise<Uint8Array> {
  try {
    return await readBody(answer.body, sending.connection.maxResponseBytes);
  } catch (error) {
    throw tooLarge(sending, answer, error);
  }
}
