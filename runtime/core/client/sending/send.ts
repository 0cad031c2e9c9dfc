import type { CallOptions, Unexpected } from '../../call.js';
import { signalFrom } from '../../abort-signal.js';
import { BodyTooLargeError, discardBody, isStreamBody, readBody } from '../../body.js';
import type { OperationDescriptor } from '../../descriptor.js';
import { ApiError, isErrorOf, requestedWaits } from '../../errors.js';
import { redactorOf } from '../../hidden-secrets.js';
import { type Redactor, safeCause } from '../../redact.js';
import { retryAfter } from '../../retry-after.js';
import type { Body, Peer, WireRequest, WireResponse } from '../../wire.js';
import type { ClientConfig } from '../client-config.js';
import { type Deadline, startDeadline, WaitEnded } from './deadline.js';
import type { Intercept } from './interceptors.js';
import { invalidRequest } from '../invalid-request.js';
import { invalidResponse } from '../responses/validate-response.js';
import type { ChosenCredentials, PrepareCredentials } from '../capabilities.js';
import {
  backOff,
  isRepeatable,
  isReplayable,
  isTransient,
  type RetryPolicy,
  retryPolicy,
} from './retry.js';

/** A completely read response, and the redactor of this call. */
export interface Received {
  readonly response: WireResponse & { readonly body: Uint8Array | undefined };
  /** Absent if neither the call nor its transport has secrets. */
  readonly redactor: Redactor | undefined;
}

/** A response, and the redactor of this call. */
export interface Exchanged {
  readonly response: WireResponse;
  readonly redactor: Redactor | undefined;
}

/** Options of a call that affect sending. */
export type SendOptions = Pick<
  CallOptions,
  'signal' | 'timeout' | 'retry' | 'idleTimeout' | 'maxBytes'
>;

/** State of one call. */
export interface CallState {
  readonly config: ClientConfig;
  readonly operation: OperationDescriptor;
  readonly options: SendOptions;
  /** Prepares the credentials that the operation requires. */
  readonly credentials: PrepareCredentials | undefined;
  /** Processes the body of a response. */
  readonly read: ReadResponseBody;
  readonly policy: RetryPolicy;
  /** Absent if nothing can end the call early. */
  readonly deadline: Deadline | undefined;
  /** Timeout of the whole call in milliseconds. */
  readonly timeout: number;
  /** Attempts share the deadline of the call, because they have no separate limits. */
  readonly isShared: boolean;
  /** Created for the first credential. */
  redactor: Redactor | undefined;
}

/** Processes the body of a response as a call requires. `attempt` is the deadline of its attempt. */
export type ReadResponseBody = (
  state: CallState,
  response: WireResponse,
  attempt: Deadline | undefined,
) => Promise<Body>;

/**
 * Sends the request of one call through the interceptors. Each attempt is signed and passed to the transport, with back-off
 * between attempts. Calls reach this function through their client, so that an operation on its own does not bundle it.
 *
 * @throws {ApiError} with an {@link Unexpected} outcome if no response arrived.
 */
export function send(
  config: ClientConfig,
  operation: OperationDescriptor,
  request: WireRequest,
  options: SendOptions,
  credentials: PrepareCredentials | undefined,
): Promise<Received>;
/** Processes the body with `read`. `breakable`: reading may outlast the attempt, and abandon it. */
export function send(
  config: ClientConfig,
  operation: OperationDescriptor,
  request: WireRequest,
  options: SendOptions,
  credentials: PrepareCredentials | undefined,
  read: ReadResponseBody,
  breakable?: boolean,
): Promise<Exchanged>;
export function send(
  config: ClientConfig,
  operation: OperationDescriptor,
  request: WireRequest,
  options: SendOptions,
  credentials: PrepareCredentials | undefined,
  read: ReadResponseBody = wholeBody,
  breakable: boolean = false,
): Promise<Exchanged> {
  const { intercept, timers } = config;
  const { signal, retry, timeout = config.timeout } = options;
  const refused = (fault: string): Error => invalidRequest(operation, fault);
  // NaN would compare false with every time, and so never end the call.
  if (Number.isNaN(timeout)) throw refused('the timeout is not a number');
  const policy = retry === undefined ? config.policy : retryPolicy(retry, config.retry, refused);
  const { attemptTimeout } = policy;
  const isEnding = timeout < Infinity || signal || attemptTimeout !== undefined || breakable;
  const state: CallState = {
    config,
    operation,
    options,
    credentials,
    read,
    policy,
    deadline: isEnding ? startDeadline(timers, timeout, signal) : undefined,
    timeout,
    isShared: attemptTimeout === undefined && !breakable,
    redactor: redactorOf(config.transport),
  };
  return intercept === undefined
    ? sendAttempts(state, request, request)
    : sendIntercepted(state, intercept, request);
}

/** Passes a request through a client's interceptors. */
async function sendIntercepted(
  state: CallState,
  intercept: Intercept,
  request: WireRequest,
): Promise<Exchanged> {
  const { deadline } = state;
  // An interceptor may change the request object.
  const snapshot = { ...request };
  const next = async (outgoing: WireRequest): Promise<WireResponse> =>
    (await sendAttempts(state, outgoing, snapshot)).response;
  const work = (): Promise<WireResponse> => intercept(state, request, next);
  try {
    const response = await (deadline === undefined ? work() : deadline.run(work));
    return exchanged(state, response);
  } catch (error) {
    throw asApiError(state, error);
  } finally {
    deadline?.end();
  }
}

/** Creates the result of a call. The wait that the server requests is stored for the error. */
function exchanged({ config, redactor }: CallState, response: WireResponse): Exchanged {
  const { status, headers } = response;
  const requestedWait = status < 300 ? undefined : retryAfter(response, config.timers.now());
  if (requestedWait !== undefined) requestedWaits.set(headers, requestedWait);
  return { response, redactor };
}

/** Converts the reason why a call ended to the error that the caller receives. */
export function asApiError({ operation, redactor }: CallState, error: unknown): ApiError<unknown> {
  // An error of another operation, thrown by an interceptor or a transport that calls it, is not an outcome of this one.
  if (isErrorOf(operation, error)) return error;
  const ended = error instanceof WaitEnded ? error : undefined;
  const outcome: Unexpected =
    ended === undefined
      ? { kind: 'network', ok: false, cause: safeCause(error, redactor) }
      : ended.kind === 'aborted'
        ? { kind: 'aborted', ok: false, reason: ended.reason }
        : { kind: 'timeout', ok: false, timeout: ended.limit };
  return new ApiError<Unexpected>(operation, outcome);
}

/** Runs attempts until one is final. `original` is the request before interceptors changed it. */
async function sendAttempts(
  state: CallState,
  request: WireRequest,
  original: WireRequest,
): Promise<Exchanged> {
  const { config, operation, policy, deadline } = state;
  const { pacing, timers } = config;
  try {
    const chosen = state.credentials?.(config, operation, request, original);
    let renewed = 0;
    for (let count = 1; ; count++) {
      if (pacing !== undefined) await pacing.turn(state, request);
      let response: WireResponse | undefined;
      let failure: unknown;
      try {
        response = await attempt(state, count > 1 ? withFreshStream(request) : request, chosen);
      } catch (error) {
        const isFinal =
          error instanceof WaitEnded
            ? error.kind !== 'attempt-timeout'
            : isErrorOf(operation, error);
        if (isFinal) throw error;
        failure = error;
      }
      if (response !== undefined) pacing?.onResponse(request, response, timers.now());
      if (
        response?.status === 401 &&
        renewed === 0 &&
        isReplayable(request.body) &&
        chosen?.renew() === true
      ) {
        renewed = 1;
        continue;
      }
      const isTransientResult = response === undefined || isTransient(response.status);
      if (isTransientResult && count - renewed < (isRepeatable(request) ? policy.attempts : 1)) {
        const pause = backOff(policy, count, response, timers.now(), config.random);
        // If the deadline ends before the pause, waiting is pointless: the current result is final.
        if (pause < (deadline?.left() ?? Infinity)) {
          await pauseOf(state, pause);
          continue;
        }
      }
      if (response !== undefined) return exchanged(state, response);
      throw failure;
    }
  } catch (error) {
    throw asApiError(state, error);
  } finally {
    // Interceptors may continue and send again.
    if (config.intercept === undefined) deadline?.end();
  }
}

/** Waits within the deadline of a call. */
export function pauseOf({ deadline, config }: CallState, milliseconds: number): Promise<void> {
  return (deadline ?? startDeadline(config.timers, Infinity, undefined)).wait(milliseconds);
}

function attempt(
  state: CallState,
  request: WireRequest,
  chosen: ChosenCredentials | undefined,
): Promise<WireResponse> {
  const { deadline, policy } = state;
  if (deadline === undefined) return deliver(state, request, chosen, undefined);
  const current = state.isShared ? deadline : deadline.attempt(policy.attemptTimeout);
  const ending = current.run(() => deliver(state, request, chosen, current));
  return current === deadline ? ending : ending.finally(() => current.end());
}

/** A request with a deadline. A class, because creating a literal with a getter would be the most expensive part of it. */
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

/** Signs a request, sends it, and reads the response body. */
async function deliver(
  state: CallState,
  request: WireRequest,
  chosen: ChosenCredentials | undefined,
  current: Deadline | undefined,
): Promise<WireResponse> {
  let outgoing = withDeadline(request, current);
  if (chosen !== undefined) {
    // The copy no longer has a signal.
    outgoing = withDeadline(await chosen(outgoing, state), current);
    // Creating a credential may outlast the call. An abandoned request must not be sent.
    requireActive(current, undefined);
  }
  const response = await state.config.transport(outgoing);
  const { status, headers, body } = response;
  // A transport may ignore the signal.
  requireActive(current, body);
  return {
    status,
    headers,
    body: body === undefined ? undefined : await state.read(state, response, current),
  };
}

/** @throws the abort reason if this attempt was abandoned. */
function requireActive(current: Deadline | undefined, body: Body): void {
  const abandoned = current?.abandoned;
  if (abandoned === undefined) return;
  discardBody(body);
  throw abandoned.reason;
}

function withDeadline(request: WireRequest, current: Deadline | undefined): WireRequest {
  return current === undefined || request instanceof TimedRequest
    ? request
    : new TimedRequest(request, current);
}

/** Sending consumes a stream, so that every further attempt needs a new one. */
function withFreshStream(request: WireRequest): WireRequest {
  const { body } = request;
  if (!isStreamBody(body) || body.replay === undefined) return request;
  return { ...request, body: { ...body, stream: body.replay() } };
}

/** Converts the error of a body that exceeds its limit. Other errors are returned unchanged. */
export function tooLarge(
  { operation }: CallState,
  { status, headers }: WireResponse,
  cause: unknown,
): unknown {
  if (!(cause instanceof BodyTooLargeError)) return cause;
  const response = { status, headers, body: undefined };
  return new ApiError(operation, invalidResponse(response, cause.message));
}

/** Reads the whole body, up to the client's limit. */
export async function wholeBody(state: CallState, response: WireResponse): Promise<Uint8Array> {
  try {
    return await readBody(response.body, state.config.maxResponseBytes);
  } catch (error) {
    throw tooLarge(state, response, error);
  }
}
