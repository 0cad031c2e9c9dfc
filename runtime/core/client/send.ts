import type { CallOptions, Unexpected } from '../call.js';
import { BodyTooLargeError, discardBody, isStreamBody, readBody } from '../body.js';
import type { OperationDescriptor } from '../descriptor.js';
import { ApiError } from '../errors.js';
import { headersFault } from '../headers.js';
import { createRedactor, type Redactor, safeCause } from '../redact.js';
import { normaliseTarget } from '../target.js';
import type { Body, WireRequest, WireResponse } from '../wire.js';
import {
  chooseCredentials,
  type ChosenCredentials,
  CredentialError,
  requireBytes,
  sign,
} from './credentials.js';
import type { Connection } from './connection.js';
import { invalidRequest } from './invalid-request.js';
import { responseStream } from './response-stream.js';
import { type Deadline, startDeadline, WaitEnded } from './deadline.js';
import { backOff, isPassing, isRepeatable, type RetryPolicy, retryPolicy } from './retry.js';

/** A response whose body was read whole, and what takes this call's secrets out of texts. */
export interface Received {
  readonly response: WireResponse & { readonly body: Uint8Array | undefined };
  readonly redactor: Redactor;
}

/** A response whose body is still to come where it succeeded, and was read whole where it did not. */
export interface Opened {
  readonly response: WireResponse;
  readonly redactor: Redactor;
}

/** Options of a call that concern how it is sent. */
export type SendOptions = Pick<
  CallOptions,
  'signal' | 'timeout' | 'retry' | 'idleTimeout' | 'maxBytes'
>;

/** One call on its way. */
interface Sending {
  readonly connection: Connection;
  readonly operation: OperationDescriptor;
  readonly policy: RetryPolicy;
  readonly deadline: Deadline;
  /** Milliseconds for the whole call. */
  readonly timeout: number;
  readonly redactor: Redactor;
  /** Scheme and authority before interceptors saw them: where this client's credentials may go. */
  readonly origin: string;
  /** Where the body of an answer that succeeds is left to the caller. */
  readonly streamed: SendOptions | undefined;
}

/**
 * Sends the request of one call: interceptors, then for each attempt signing and the transport, with back-off between attempts.
 *
 * @throws {ApiError} with an {@link Unexpected} outcome where no response came.
 */
export async function send(
  connection: Connection,
  operation: OperationDescriptor,
  request: WireRequest,
  options: SendOptions,
): Promise<Received> {
  const { response, redactor } = await exchanged(connection, operation, request, options, false);
  const { body } = response;
  return {
    response: { ...response, body: body instanceof Uint8Array ? body : undefined },
    redactor,
  };
}

/**
 * {@link send}, but for the body of an answer that succeeds: it comes piece by piece, within `idleTimeout` and `maxBytes`, while the
 * timeout of the call ends with the answer's head.
 *
 * @throws {ApiError}
 */
export function open(
  connection: Connection,
  operation: OperationDescriptor,
  request: WireRequest,
  options: SendOptions,
): Promise<Opened> {
  return exchanged(connection, operation, request, options, true);
}

async function exchanged(
  connection: Connection,
  operation: OperationDescriptor,
  request: WireRequest,
  options: SendOptions,
  streams: boolean,
): Promise<Opened> {
  const { timers } = connection;
  const timeout = options.timeout ?? connection.timeout;
  // It would compare false with every time, and so end nothing.
  if (Number.isNaN(timeout)) throw invalidRequest(operation, 'the timeout is not a number');
  const sending: Sending = {
    connection,
    operation,
    policy: retryPolicy(options.retry, connection.retry),
    deadline: startDeadline(timers, timeout, options.signal),
    timeout,
    redactor: createRedactor(),
    origin: originOf(request),
    streamed: streams ? options : undefined,
  };
  const exchange = (outgoing: WireRequest): Promise<WireResponse> =>
    attempts(
      sending,
      outgoing === request ? () => fixed(request, operation) : () => checked(outgoing, operation),
    );
  const chain = connection.interceptors.reduceRight<
    (outgoing: WireRequest) => Promise<WireResponse>
  >((next, interceptor) => (outgoing) => interceptor(outgoing, next), exchange);
  try {
    const response = await sending.deadline.run(async () => {
      const answer = await chain(request);
      return { ...answer, body: await bodyOf(sending, answer, () => undefined) };
    });
    return { response, redactor: sending.redactor };
  } catch (error) {
    throw asApiError(sending, error);
  } finally {
    sending.deadline.end();
  }
}

/** Turns whatever ended a call into the error that the caller sees. */
function asApiError({ operation, redactor }: Sending, error: unknown): ApiError<unknown> {
  // An error of another operation, thrown by an interceptor or a transport that calls it, is no outcome of this one.
  if (error instanceof ApiError && error.operation === operation.id) return error;
  return new ApiError<Unexpected>(operation, unexpected(error, redactor));
}

function unexpected(error: unknown, redactor: Redactor): Unexpected {
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

async function attempts(sending: Sending, prepare: () => WireRequest): Promise<WireResponse> {
  const { connection, operation, policy, deadline } = sending;
  try {
    const request = prepare();
    const chosen = chooseCredentials(connection, operation);
    requireBytes(chosen, request);
    if (chosen.length > 0 && originOf(request) !== sending.origin) {
      throw invalidRequest(
        operation,
        'an interceptor changed the host, and credentials go to no other than their own',
      );
    }
    const most = isRepeatable(request) ? policy.attempts : 1;
    for (let made = 1; ; made++) {
      await takeTurn(sending, request);
      const ended = await attempt(sending, { ...request, body: freshBody(request, made) }, chosen);
      if (ended.response !== undefined)
        connection.pacing?.heard(request, ended.response, connection.timers.now());
      const passing = ended.response === undefined || isPassing(ended.response.status);
      if (passing && made < most) {
        const { timers, random } = connection;
        const pause = backOff(policy, made, ended.response, timers.now(), random);
        // A pause that the deadline would cut short can not help: what is known now is the answer.
        if (pause < deadline.left()) {
          await deadline.wait(pause);
          continue;
        }
      }
      if (ended.response !== undefined) return ended.response;
      throw ended.error;
    }
  } catch (error) {
    throw asApiError(sending, error);
  }
}

/** Waits until the buckets of a request have room. One that could not be sent in time is not waited for. */
async function takeTurn(sending: Sending, request: WireRequest): Promise<void> {
  const { connection, deadline, timeout } = sending;
  const { pacing, timers } = connection;
  if (pacing === undefined) return;
  const slot = pacing.reserve(request, timers.now());
  try {
    // What is heard meanwhile may put a turn off.
    for (;;) {
      const wait = slot.wait(timers.now());
      if (wait <= 0) return;
      if (wait >= deadline.left()) throw new WaitEnded('timeout', timeout);
      await deadline.wait(wait);
    }
  } catch (error) {
    slot.release();
    throw error;
  }
}

function originOf({ scheme, authority }: WireRequest): string {
  return `${scheme}://${authority}`;
}

/** A response, or an error that another attempt may better. */
type AttemptEnd =
  | { readonly response: WireResponse; readonly error?: undefined }
  | { readonly response?: undefined; readonly error: unknown };

async function attempt(
  sending: Sending,
  request: WireRequest,
  chosen: ChosenCredentials,
): Promise<AttemptEnd> {
  const { connection, operation, policy, deadline, redactor } = sending;
  const current = deadline.attempt(policy.attemptTimeout);
  try {
    const response = await current.run(async () => {
      const timed: WireRequest = {
        ...request,
        signal: current.signal,
        ...(current.at === undefined ? {} : { deadline: current.at }),
      };
      const signed = await sign(chosen, timed, { variables: connection.variables }, redactor);
      // A credential may take longer than the call lasts, and what was given up must not be sent.
      current.signal.throwIfAborted();
      const fault = headersFault(signed.headers);
      if (fault !== undefined) throw invalidRequest(operation, fault);
      const answer = await connection.transport(signed);
      if (current.signal.aborted) {
        // A transport that does not mind the signal: nobody waits for this any more.
        discardBody(answer.body);
        throw current.signal.reason;
      }
      return { ...answer, body: await bodyOf(sending, answer, current.abandon) };
    });
    return { response };
  } catch (error) {
    if (isFinal(error, operation)) throw error;
    return { error };
  } finally {
    current.end();
  }
}

/** Whether no other attempt can end otherwise. */
function isFinal(error: unknown, operation: OperationDescriptor): boolean {
  if (error instanceof WaitEnded) return error.why !== 'attempt-timeout';
  if (error instanceof ApiError) return error.operation === operation.id;
  return error instanceof CredentialError;
}

/** A stream is read by the attempt that sends it, so a later attempt needs another. */
function freshBody({ body }: WireRequest, made: number): WireRequest['body'] {
  if (made === 1 || !isStreamBody(body) || body.replay === undefined) return body;
  return { ...body, stream: body.replay() };
}

/** A body that is read whole, or the pieces of one that is left to the caller. */
async function bodyOf(sending: Sending, answer: WireResponse, abandon: () => void): Promise<Body> {
  const { streamed, connection } = sending;
  const { status, body } = answer;
  if (streamed === undefined || status < 200 || status > 299) return wholeBody(sending, answer);
  if (!isStreamBody(body) || body.stream instanceof Bounded) return body;
  const { idleTimeout = 30_000, maxBytes = Infinity, signal } = streamed;
  const bounds = {
    timers: connection.timers,
    idle: idleTimeout,
    limit: maxBytes,
    signal,
    abandon,
    asError: (cause: unknown) => asApiError(sending, tooLarge(sending, answer, cause)),
  };
  return { ...body, stream: new Bounded(responseStream(body.stream, bounds)) };
}

/** Pieces that are within bounds already: an answer passes here once for its attempt and once for its call. */
class Bounded implements AsyncIterable<Uint8Array> {
  readonly #pieces: AsyncGenerator<Uint8Array, void, undefined>;
  constructor(pieces: AsyncGenerator<Uint8Array, void, undefined>) {
    this.#pieces = pieces;
  }
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return this.#pieces;
  }
}

/** What is said of a body that is longer than it may be; any other error as it is. */
function tooLarge(
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

async function wholeBody(
  sending: Sending,
  response: WireResponse,
): Promise<Uint8Array | undefined> {
  if (response.body === undefined) return undefined;
  try {
    return await readBody(response.body, sending.connection.maxResponseBytes);
  } catch (error) {
    throw tooLarge(sending, response, error);
  }
}

/** The request from here on: only signing adds to it. */
function fixed(request: WireRequest, operation: OperationDescriptor): WireRequest {
  return Object.freeze({ ...request, headers: Object.freeze([...request.headers]), operation });
}

/**
 * What interceptors made of a request, with a target that URL parsing leaves alone: what is signed has to be what goes out.
 *
 * @throws {ApiError} `invalid-request` where it can not be sent.
 */
function checked(request: WireRequest, operation: OperationDescriptor): WireRequest {
  const fault = headersFault(request.headers) ?? targetFault(request);
  if (fault !== undefined) throw invalidRequest(operation, fault);
  const target = normaliseTarget(request.scheme, request.authority, request.target);
  return fixed({ ...request, target }, operation);
}

function targetFault({ scheme, authority, target }: WireRequest): string | undefined {
  if (!target.startsWith('/')) return 'the target does not begin with a slash';
  if (target.includes('#')) return 'the target has a fragment';
  return URL.canParse(`${scheme}://${authority}${target}`)
    ? undefined
    : 'the target is no part of a URL';
}
