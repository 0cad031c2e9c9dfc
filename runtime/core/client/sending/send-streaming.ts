import { isStreamBody } from '../../body.js';
import type { OperationDescriptor } from '../../descriptor.js';
import type { Body, WireRequest, WireResponse } from '../../wire.js';
import type { ClientConfig } from '../client-config.js';
import type { Deadline } from './deadline.js';
import type { PrepareCredentials } from '../capabilities.js';
import { responseStream } from '../responses/response-stream.js';
import {
  asApiError,
  type Exchanged,
  type CallState,
  type SendOptions,
  tooLarge,
  wholeBody,
} from './send.js';

/** A response whose body is a stream if it succeeded, and completely read otherwise. */
export type StreamingResponse = Exchanged;

/**
 * Like `send`, except that the body of a successful response is streamed within `idleTimeout` and `maxBytes`. The timeout of the
 * call ends when the response head arrives.
 *
 * @throws {ApiError}
 */
export function sendStreaming(
  config: ClientConfig,
  operation: OperationDescriptor,
  request: WireRequest,
  options: SendOptions,
  credentials: PrepareCredentials | undefined,
): Promise<StreamingResponse> {
  return config.pipeline.send(config, operation, request, options, credentials, boundedBody, true);
}

/** Wraps the body of a successful response in a bounded stream. */
async function boundedBody(
  state: CallState,
  response: WireResponse,
  attempt: Deadline | undefined,
): Promise<Body> {
  const { status, body } = response;
  if (status < 200 || status > 299) return wholeBody(state, response);
  if (!isStreamBody(body) || bounded.has(body.stream)) return body;
  const { idleTimeout = 30_000, maxBytes = Infinity, signal } = state.options;
  const bounds = {
    timers: state.config.timers,
    idle: idleTimeout,
    limit: maxBytes,
    signal,
    abandon: () => attempt?.abandon(),
    asError: (cause: unknown) => asApiError(state, tooLarge(state, response, cause)),
  };
  const { length } = body;
  const stream = responseStream(body.stream, bounds);
  bounded.add(stream);
  return length === undefined ? { stream } : { stream, length };
}

/** Streams that are already bounded: a response passes here once for its attempt and once for interceptors. */
const bounded = new WeakSet<object>();
