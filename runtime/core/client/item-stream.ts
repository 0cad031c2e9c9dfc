import { isStreamBody, readBody } from '../body.js';
import type { Aborted, InvalidResponse, ItemStream } from '../call.js';
import type { Check, Violation } from '../check.js';
import type { ContentDescriptor, OperationDescriptor } from '../descriptor.js';
import { ApiError } from '../errors.js';
import { withHeader } from '../headers.js';
import { readJson } from '../integers.js';
import type { EventState } from '../items/event-parser.js';
import { itemViolations } from '../items/forms.js';
import { readItems, type ReadItem } from '../items/read-items.js';
import { ItemTooLargeError } from '../items/too-large.js';
import type { WireRequest, WireResponse } from '../wire.js';
import { type Connection, outcomeCheckOf } from './connection.js';
import { WaitEnded } from './deadline.js';
import { isJudging, judgedOutcome, settleViolations } from './judge.js';
import { errorOf, type OperationOptions } from './operation-call.js';
import { createReconnecting, type Reconnecting, waitFor } from './reconnect.js';
import type { DecodeResponse } from './response-decoder.js';
import { open, type Opened } from './open.js';
import type { PrepareCredentials } from './parts.js';

/** What the items of one call come from. */
export interface ItemSource {
  readonly connection: Connection;
  readonly operation: OperationDescriptor;
  readonly request: WireRequest;
  readonly options: OperationOptions;
  /** Takes the operation's streams and no other content. */
  readonly decode: DecodeResponse;
  readonly credentials: PrepareCredentials | undefined;
}

/** The items of a call, which is prepared and sent when the first of them is asked for. */
export function itemStream<Item>(prepare: () => ItemSource): ItemStream<Item> {
  const state: EventState = { lastEventId: '', retry: undefined };
  let isTaken = false;
  return {
    get lastEventId() {
      return state.lastEventId;
    },
    [Symbol.asyncIterator]() {
      if (isTaken) throw new TypeError('The items of a stream can be read once.');
      isTaken = true;
      return leavable((signal) => items(prepare, state, signal));
    },
  };
}

/** Items that can be left at any time, even while the next one is being waited for. */
function leavable<Item>(
  make: (leaving: AbortSignal) => AsyncGenerator<unknown, void, undefined>,
): AsyncIterator<Item, undefined, undefined> {
  const leaving = new AbortController();
  const source = make(leaving.signal);
  const done = { done: true, value: undefined } as const;
  return {
    async next() {
      try {
        const step = await source.next();
        return leaving.signal.aborted || step.done === true
          ? done
          : { done: false, value: step.value as Item };
      } catch (error) {
        if (leaving.signal.aborted) return done;
        throw error;
      }
    },
    async return() {
      leaving.abort();
      await source.return();
      return done;
    },
  };
}

async function* items(
  prepare: () => ItemSource,
  state: EventState,
  leaving: AbortSignal,
): AsyncGenerator<unknown, void, undefined> {
  const source = prepare();
  const { connection, operation, request, options } = source;
  const stop = new AbortController();
  const aborted = (): void => stop.abort(options.signal?.reason);
  const left = (): void => stop.abort();
  leaving.addEventListener('abort', left);
  options.signal?.addEventListener('abort', aborted);
  if (options.signal?.aborted === true) aborted();
  state.lastEventId = options.lastEventId ?? '';
  const reconnecting = createReconnecting({
    option:
      isStreamBody(request.body) && request.body.replay === undefined ? false : options.reconnect,
    isSafe: operation.method === 'GET',
    state,
    random: connection.random,
  });
  try {
    for (let isFirst = true; ; isFirst = false) {
      const { error, isOver } = yield* connected(source, state, stop.signal, reconnecting, isFirst);
      const pause = isOver ? undefined : reconnecting.pause(error);
      if (pause === undefined) {
        if (error === undefined) return;
        throw error;
      }
      await waitFor(connection.timers, pause, stop.signal);
    }
  } catch (error) {
    if (!(error instanceof WaitEnded)) throw error;
    throw new ApiError<Aborted>(operation, { kind: 'aborted', ok: false, reason: error.reason });
  } finally {
    leaving.removeEventListener('abort', left);
    options.signal?.removeEventListener('abort', aborted);
  }
}

/** How one connection went: an error, unless the answer came to its end; and whether no other can follow. */
interface Ended {
  readonly error?: unknown;
  readonly isOver: boolean;
}

async function* connected(
  source: ItemSource,
  state: EventState,
  signal: AbortSignal,
  reconnecting: Reconnecting,
  isFirst: boolean,
): AsyncGenerator<unknown, Ended, undefined> {
  let answer: OpenedItems | undefined;
  try {
    answer = await openItems(source, state, signal, isFirst);
  } catch (error) {
    // What could not be had in the first place was tried as often as the call's own policy says.
    return { error, isOver: isFirst };
  }
  // Nothing, in so many words: a server's way to say that nobody need ask again.
  if (answer === undefined) return { isOver: true };
  const { connection, operation, options } = source;
  const { content, pieces, response, redactor } = answer;
  const limit = options.maxItemBytes ?? connection.maxResponseBytes;
  const isOver = content.codec !== 'sse';
  try {
    for await (const item of readItems(pieces, { content, limit, state, read: readJson })) {
      reconnecting.heard();
      yield judged(source, answer, item);
    }
    return { isOver };
  } catch (error) {
    if (!(error instanceof ItemTooLargeError)) return { error, isOver };
    return { error: broken(operation, response, error.message, [], redactor), isOver: true };
  }
}

/** An answer whose items are to come. */
interface OpenedItems {
  readonly content: ContentDescriptor;
  readonly checks: readonly (Check | undefined)[] | undefined;
  readonly pieces: AsyncIterable<Uint8Array>;
  readonly response: WireResponse;
  readonly redactor: Opened['redactor'];
}

async function openItems(
  source: ItemSource,
  state: EventState,
  signal: AbortSignal,
  isFirst: boolean,
): Promise<OpenedItems | undefined> {
  const { connection, operation, options, decode } = source;
  const request = goingOn(source.request, state);
  const { response, redactor } = await open(
    connection,
    operation,
    request,
    { ...options, signal },
    source.credentials,
  );
  const { status, headers, body } = response;
  // Whatever is declared: to whoever comes back, that there is no more (WHATWG HTML section 9.2.3).
  if (!isFirst && status === 204) return undefined;
  const head = { status, headers, body: new Uint8Array(0) };
  if (status < 200 || status > 299 || body === undefined) {
    const whole = body instanceof Uint8Array ? body : undefined;
    const failed = { status, headers, body: whole };
    const outcome = judgedOutcome(
      connection,
      operation,
      decode(connection, failed),
      failed,
      redactor,
    );
    if (outcome.ok) return undefined;
    throw errorOf(operation, { outcome, redactor });
  }
  const decoded = decode(connection, head);
  const { declared } = decoded;
  if (declared?.content === undefined) {
    if (decoded.outcome.ok) return undefined;
    const whole = await readBody(body, connection.maxResponseBytes);
    const outcome = connection.undeclared({ status, headers, body: whole });
    throw errorOf(operation, { outcome, redactor });
  }
  const outcome = judgedOutcome(connection, operation, decoded, head, redactor);
  if (outcome.kind === 'invalid-response') throw errorOf(operation, { outcome, redactor });
  const content = operation.outcomes[declared.outcome]?.contents?.[declared.content];
  if (content === undefined) return undefined;
  const checks = outcomeCheckOf(connection, operation, declared.outcome)?.items?.[declared.content];
  const pieces = isStreamBody(body) ? body.stream : wholePiece(body);
  return { content, checks, pieces, response: { status, headers, body: undefined }, redactor };
}

async function* wholePiece(body: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof body === 'string' ? new TextEncoder().encode(body) : body;
}

/** The request, with the id of the last event: its UTF-8, a character for each byte (WHATWG HTML section 9.2.4). */
function goingOn(request: WireRequest, { lastEventId }: EventState): WireRequest {
  if (lastEventId === '') return request;
  const bytes = new TextEncoder().encode(lastEventId);
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return { ...request, headers: withHeader(request.headers, 'Last-Event-ID', text) };
}

function judged(
  { connection, operation }: ItemSource,
  answer: OpenedItems,
  item: ReadItem,
): unknown {
  const { response, redactor, checks, content } = answer;
  if ('fault' in item) throw broken(operation, response, item.fault, [], redactor);
  const { value, forms } = item;
  if (checks === undefined || !isJudging(connection)) return value;
  const all = itemViolations(content, checks, forms, value);
  const violations = settleViolations(connection, operation, all, value, response, redactor);
  if (violations === undefined) return value;
  throw broken(operation, response, 'an item violates the description', violations, redactor);
}

function broken(
  operation: OperationDescriptor,
  response: WireResponse,
  message: string,
  violations: readonly Violation[],
  redactor: Opened['redactor'],
): ApiError<InvalidResponse> {
  const { status } = response;
  return new ApiError<InvalidResponse>(
    operation,
    { kind: 'invalid-response', ok: false, status, message, violations, response },
    redactor,
  );
}
