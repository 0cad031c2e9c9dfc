import { closable } from '../closable.js';
import { isStreamBody, readBody } from '../body.js';
import type { Aborted, InvalidResponse, ItemStream } from '../call.js';
import type { Check, Violation } from '../check.js';
import type { ContentDescriptor, OperationDescriptor } from '../descriptor.js';
import { ApiError } from '../errors.js';
import { withHeader } from '../headers.js';
import { readJson } from '../integers.js';
import type { EventState } from '../items/event-parser.js';
import { itemViolations, ItemTooLargeError } from '../items/item-types.js';
import { type ReadItem, readItems } from '../items/read-items.js';
import type { WireRequest, WireResponse } from '../wire.js';
import type { ClientConfig } from './client-config.js';
import { WaitEnded } from './sending/deadline.js';
import {
  handleViolations,
  outcomeCheckOf,
  usesViolations,
  validatedOutcome,
} from './responses/validate-response.js';
import { errorOf, type OperationOptions } from './operation-call.js';
import { createReconnecting, type Reconnecting, waitFor } from './reconnect.js';
import type { DecodeResponse } from './responses/decode-response.js';
import { sendStreaming, type StreamingResponse } from './sending/send-streaming.js';
import type { PrepareCredentials } from './capabilities.js';

/** Source of the items of one call. */
export interface ItemSource {
  readonly config: ClientConfig;
  readonly operation: OperationDescriptor;
  readonly request: WireRequest;
  readonly options: OperationOptions;
  /** Decodes the operation's streams and no other content. */
  readonly decode: DecodeResponse;
  readonly credentials: PrepareCredentials | undefined;
}

/** Creates the item stream of a call. The call is prepared and sent when the first item is requested. */
export function itemStream<Item>(prepare: () => ItemSource): ItemStream<Item> {
  const state: EventState = { lastEventId: '', retry: undefined };
  let iterator: AsyncIterator<Item, undefined, undefined> | undefined;
  const iterate = (): AsyncIterator<Item, undefined, undefined> => {
    if (iterator !== undefined) throw new TypeError('The items of a stream can be read once.');
    return (iterator = interruptible((signal) => items(prepare, state, signal)));
  };
  const stream = {
    get lastEventId() {
      return state.lastEventId;
    },
    [Symbol.asyncIterator]: iterate,
  };
  return closable(stream, () => (iterator ?? iterate()).return?.());
}

/** Iterates over items. Can be closed at any time, even while the next item is awaited. */
function interruptible<Item>(
  generate: (closing: AbortSignal) => AsyncGenerator<unknown, void, undefined>,
): AsyncIterator<Item, undefined, undefined> {
  const closing = new AbortController();
  const source = generate(closing.signal);
  const done = { done: true, value: undefined } as const;
  return {
    async next() {
      try {
        const step = await source.next();
        return closing.signal.aborted || step.done === true
          ? done
          : { done: false, value: step.value as Item };
      } catch (error) {
        if (closing.signal.aborted) return done;
        throw error;
      }
    },
    async return() {
      closing.abort();
      await source.return();
      return done;
    },
  };
}

async function* items(
  prepare: () => ItemSource,
  state: EventState,
  closing: AbortSignal,
): AsyncGenerator<unknown, void, undefined> {
  const source = prepare();
  const { config, operation, request, options } = source;
  const stop = new AbortController();
  const onAborted = (): void => stop.abort(options.signal?.reason);
  const onClosed = (): void => stop.abort();
  closing.addEventListener('abort', onClosed);
  options.signal?.addEventListener('abort', onAborted);
  if (options.signal?.aborted === true) onAborted();
  state.lastEventId = options.lastEventId ?? '';
  const reconnecting = createReconnecting({
    option:
      isStreamBody(request.body) && request.body.replay === undefined ? false : options.reconnect,
    isSafe: operation.method === 'GET',
    state,
    random: config.random,
  });
  try {
    for (let isFirst = true; ; isFirst = false) {
      const { error, isOver } = yield* itemsOfConnection(
        source,
        state,
        stop.signal,
        reconnecting,
        isFirst,
      );
      const pause = isOver ? undefined : reconnecting.pause(error);
      if (pause === undefined) {
        if (error === undefined) return;
        throw error;
      }
      await waitFor(config.timers, pause, stop.signal);
    }
  } catch (error) {
    if (!(error instanceof WaitEnded)) throw error;
    throw new ApiError<Aborted>(operation, { kind: 'aborted', ok: false, reason: error.reason });
  } finally {
    closing.removeEventListener('abort', onClosed);
    options.signal?.removeEventListener('abort', onAborted);
  }
}

/** Result of one connection: an error unless the response ended normally, and a flag that forbids reconnecting. */
interface ConnectionEnd {
  readonly error?: unknown;
  readonly isOver: boolean;
}

async function* itemsOfConnection(
  source: ItemSource,
  state: EventState,
  signal: AbortSignal,
  reconnecting: Reconnecting,
  isFirst: boolean,
): AsyncGenerator<unknown, ConnectionEnd, undefined> {
  let opened: OpenedItems | undefined;
  try {
    opened = await openItems(source, state, signal, isFirst);
  } catch (error) {
    // The initial request was already retried according to the call's own policy.
    return { error, isOver: isFirst };
  }
  // An empty response asks the client not to reconnect.
  if (opened === undefined) return { isOver: true };
  const { config, operation, options } = source;
  const { content, chunks, response, redactor } = opened;
  const limit = options.maxItemBytes ?? config.maxResponseBytes;
  const isOver = content.codec !== 'sse';
  try {
    for await (const item of readItems(chunks, { content, limit, state, read: readJson })) {
      reconnecting.onEvent();
      yield validatedItem(source, opened, item);
    }
    return { isOver };
  } catch (error) {
    if (!(error instanceof ItemTooLargeError)) return { error, isOver };
    return { error: invalidStream(operation, response, error.message, [], redactor), isOver: true };
  }
}

/** A response whose items have not been read yet. */
interface OpenedItems {
  readonly content: ContentDescriptor;
  readonly checks: readonly (Check | undefined)[] | undefined;
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly response: WireResponse;
  readonly redactor: StreamingResponse['redactor'];
}

async function openItems(
  source: ItemSource,
  state: EventState,
  signal: AbortSignal,
  isFirst: boolean,
): Promise<OpenedItems | undefined> {
  const { config, operation, options, decode } = source;
  const resumed = withLastEventId(source.request, state);
  const { response, redactor } = await sendStreaming(
    config,
    operation,
    resumed,
    { ...options, signal },
    source.credentials,
  );
  const { status, headers, body } = response;
  // After a reconnection 204 means that there are no more events, whatever is declared (WHATWG HTML section 9.2.3).
  if (!isFirst && status === 204) return undefined;
  const head = { status, headers, body: new Uint8Array(0) };
  if (status < 200 || status > 299 || body === undefined) {
    const bytes = body instanceof Uint8Array ? body : undefined;
    const failed = { status, headers, body: bytes };
    const outcome = validatedOutcome(config, operation, decode(config, failed), failed, redactor);
    if (outcome.ok) return undefined;
    throw errorOf(operation, { outcome, redactor });
  }
  const decoded = decode(config, head);
  const { declared } = decoded;
  if (declared?.content === undefined) {
    if (decoded.outcome.ok) return undefined;
    const bytes = await readBody(body, config.maxResponseBytes);
    const outcome = config.pipeline.undeclared({ status, headers, body: bytes });
    throw errorOf(operation, { outcome, redactor });
  }
  const outcome = validatedOutcome(config, operation, decoded, head, redactor);
  if (outcome.kind === 'invalid-response') throw errorOf(operation, { outcome, redactor });
  const content = operation.outcomes[declared.outcome]?.contents?.[declared.content];
  if (content === undefined) return undefined;
  const checks = outcomeCheckOf(config, operation, declared.outcome)?.items?.[declared.content];
  const chunks = isStreamBody(body) ? body.stream : singleChunk(body);
  return {
    content,
    checks,
    chunks,
    response: { status, headers, body: undefined },
    redactor,
  };
}

async function* singleChunk(body: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof body === 'string' ? new TextEncoder().encode(body) : body;
}

/** Adds the id of the last event to the request: its UTF-8 bytes, one character per byte (WHATWG HTML section 9.2.4). */
function withLastEventId(request: WireRequest, { lastEventId }: EventState): WireRequest {
  if (lastEventId === '') return request;
  const bytes = new TextEncoder().encode(lastEventId);
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return { ...request, headers: withHeader(request.headers, 'Last-Event-ID', text) };
}

function validatedItem(
  { config, operation }: ItemSource,
  opened: OpenedItems,
  item: ReadItem,
): unknown {
  const { response, redactor, checks, content } = opened;
  if ('fault' in item) throw invalidStream(operation, response, item.fault, [], redactor);
  const { value, variants } = item;
  if (checks === undefined || !usesViolations(config)) return value;
  const found = itemViolations(content, checks, variants, value);
  const violations = handleViolations(config, operation, found, value, response, redactor);
  if (violations === undefined) return value;
  throw invalidStream(
    operation,
    response,
    'an item violates the description',
    violations,
    redactor,
  );
}

function invalidStream(
  operation: OperationDescriptor,
  response: WireResponse,
  message: string,
  violations: readonly Violation[],
  redactor: StreamingResponse['redactor'],
): ApiError<InvalidResponse> {
  const { status } = response;
  return new ApiError<InvalidResponse>(
    operation,
    { kind: 'invalid-response', ok: false, status, message, violations, response },
    redactor,
  );
}
