import type { CallOptions, NetworkFailure, Unexpected } from '../call.js';
import { BodyTooLargeError, isStreamBody, readBody } from '../body.js';
import type { OperationDescriptor } from '../descriptor.js';
import { ApiError } from '../errors.js';
import { headersFault } from '../headers.js';
import { createRedactor, type Redactor, safeCause } from '../redact.js';
import { normaliseTarget } from '../target.js';
import type { WireRequest, WireResponse } from '../wire.js';
import {
  chooseCredentials,
  type ChosenCredentials,
  CredentialError,
  requireBytes,
  sign,
} from './credentials.js';
import type { Connection } from './connection.js';
import { invalidRequest } from './invalid-request.js';
import { type Deadline, startDeadline, WaitEnded } from './deadline.js';
import { backOff, isPassing, isRepeatable, type RetryPolicy, retryPolicy } from './retry.js';

/** A response whose body was read whole, and what takes this call's secrets out of texts. */
export interface Received {
  readonly response: WireResponse & { readonly body: Uint8Array | undefined };
  readonly redactor: Redactor;
}

/** Options of a call that concern how it is sent. */
export type SendOptions = Pick<CallOptions, 'signal' | 'timeout' | 'retry'>;

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
  const redactor = createRedactor();
  const deadline = startDeadline(
    connection.timers,
    options.timeout ?? connection.timeout,
    options.signal,
  );
  const policy = retryPolicy(options.retry, connection.retry);
  const exchange = (outgoing: WireRequest): Promise<WireResponse> =>
    attempts(connection, operation, outgoing, policy, deadline, redactor);
  const chain = connection.interceptors.reduceRight<
    (outgoing: WireRequest) => Promise<WireResponse>
  >((next, interceptor) => (outgoing) => interceptor(outgoing, next), exchange);
  try {
    const response = await deadline.run(async () => {
      const answer = await chain(request);
      return { ...answer, body: await wholeBody(connection, operation, answer) };
    });
    return { response, redactor };
  } catch (error) {
    throw asApiError(operation, error, redactor);
  } finally {
    deadline.end();
  }
}

/** Turns whatever ended a call into the error that the caller sees. */
function asApiError(
  operation: OperationDescriptor,
  error: unknown,
  redactor: Redactor,
): ApiError<Unexpected> {
  if (error instanceof ApiError) return error;
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
  return networkFailure(error, redactor);
}

function networkFailure(error: unknown, redactor: Redactor): NetworkFailure {
  return { kind: 'network', ok: false, cause: safeCause(error, redactor) };
}

async function attempts(
  connection: Connection,
  operation: OperationDescriptor,
  outgoing: WireRequest,
  policy: RetryPolicy,
  deadline: Deadline,
  redactor: Redactor,
): Promise<WireResponse> {
  try {
    const request = freeze(outgoing, operation);
    const chosen = chooseCredentials(connection, operation);
    requireBytes(chosen, request);
    const most = isRepeatable(request) ? policy.attempts : 1;
    for (let made = 1; ; made++) {
      const ended = await attempt(
        connection,
        operation,
        request,
        chosen,
        policy,
        deadline,
        redactor,
        made,
      );
      const passing = ended.response === undefined || isPassing(ended.response.status);
      const { timers, random } = connection;
      const pause = backOff(policy, made, ended.response, timers.now(), random);
      // A pause that the deadline would cut short can not help: what is known now is the answer.
      if (!passing || made >= most || pause >= deadline.left()) {
        if (ended.response !== undefined) return ended.response;
        throw ended.error;
      }
      await deadline.wait(pause);
    }
  } catch (error) {
    throw asApiError(operation, error, redactor);
  }
}

/** A response, or an error that another attempt may better. */
type AttemptEnd =
  | { readonly response: WireResponse; readonly error?: undefined }
  | { readonly response?: undefined; readonly error: unknown };

async function attempt(
  connection: Connection,
  operation: OperationDescriptor,
  request: WireRequest,
  chosen: ChosenCredentials,
  policy: RetryPolicy,
  deadline: Deadline,
  redactor: Redactor,
  made: number,
): Promise<AttemptEnd> {
  const current = deadline.attempt(policy.attemptTimeout);
  try {
    const response = await current.run(async () => {
      const fresh: WireRequest = {
        ...request,
        body: freshBody(request, made),
        signal: current.signal,
        ...(current.at === undefined ? {} : { deadline: current.at }),
      };
      const signed = await sign(chosen, fresh, { variables: connection.variables }, redactor);
      const fault = headersFault(signed.headers);
      if (fault !== undefined) throw new CredentialError(fault);
      const answer = await connection.transport(signed);
      return { ...answer, body: await wholeBody(connection, operation, answer) };
    });
    return { response };
  } catch (error) {
    const final =
      error instanceof ApiError ||
      error instanceof CredentialError ||
      (error instanceof WaitEnded && error.why !== 'attempt-timeout');
    if (final) throw error;
    return { error };
  } finally {
    current.end();
  }
}

/** A stream is read by the attempt that sends it, so a later attempt needs another. */
function freshBody({ body }: WireRequest, made: number): WireRequest['body'] {
  if (made === 1 || !isStreamBody(body) || body.replay === undefined) return body;
  return { ...body, stream: body.replay() };
}

async function wholeBody(
  { maxResponseBytes }: Connection,
  operation: OperationDescriptor,
  response: WireResponse,
): Promise<Uint8Array | undefined> {
  if (response.body === undefined) return undefined;
  try {
    return await readBody(response.body, maxResponseBytes);
  } catch (error) {
    if (!(error instanceof BodyTooLargeError)) throw error;
    const { status, headers } = response;
    throw new ApiError<Unexpected>(operation, {
      kind: 'invalid-response',
      ok: false,
      status,
      message: error.message,
      violations: [],
      response: { status, headers, body: undefined },
    });
  }
}

/**
 * What interceptors left of the request, fixed from here on: only signing adds to it.
 *
 * @throws {ApiError} `invalid-request` where it can not be sent.
 */
function freeze(request: WireRequest, operation: OperationDescriptor): WireRequest {
  const fault = headersFault(request.headers) ?? targetFault(request);
  if (fault !== undefined) throw invalidRequest(operation, fault);
  return Object.freeze({
    ...request,
    // What is signed has to be what URL parsing puts on the wire.
    target: normaliseTarget(request.scheme, request.authority, request.target),
    headers: Object.freeze([...request.headers]),
    operation,
  });
}

function targetFault({ scheme, authority, target }: WireRequest): string | undefined {
  if (!target.startsWith('/')) return 'the target does not begin with a slash';
  if (target.includes('#')) return 'the target has a fragment';
  return URL.canParse(`${scheme}://${authority}${target}`)
    ? undefined
    : 'the target is no part of a URL';
}
