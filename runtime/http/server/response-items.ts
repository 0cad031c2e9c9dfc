import { isStreamBody } from '../../core/body.js';
import type { Check, Violation } from '../../core/check.js';
import { systemTimers, type Timers } from '../../core/clock.js';
import type { ContentDescriptor } from '../../core/descriptor.js';
import { decodeDates } from '../../core/dates/descriptor.js';
import { readJson } from '../../core/integers.js';
import { itemViolations } from '../../core/items/item-types.js';
import { hasItems, writeItem } from '../../core/items/write-item.js';
import { Refusal } from '../../core/server/fault.js';
import type { Body } from '../../core/wire.js';

/** Options for sending streams of items. */
export interface ItemStreamOptions {
  /** Milliseconds of silence after which an event stream sends a comment to keep the connection alive. */
  readonly keepAlive: number;
  readonly timers: Timers;
  /** Receives the reason for which a stream was aborted. */
  readonly onFailure: (refusal: Refusal) => void;
}

/** Options without keep-alive comments and logging. */
export const defaultItemStreamOptions: ItemStreamOptions = {
  keepAlive: Infinity,
  timers: systemTimers,
  onFailure: () => undefined,
};

/**
 * Encodes a handler's items as a streamed body.
 *
 * - The handler's generator is resumed when the client has taken the previous item.
 * - It is stopped (`return`) when the client disconnects, even while it is waiting.
 * - Bytes among the items are sent unchanged.
 * - An item that cannot be encoded, or that violates its schema if responses are validated, aborts the stream.
 */
export function encodeItems(
  content: ContentDescriptor,
  value: unknown,
  checks: readonly (Check | undefined)[] | undefined,
  sending: ItemStreamOptions,
): Body {
  if (isStreamBody(value)) return value;
  if (!hasItems(value)) throw new Refusal('internal', 'body-is-no-items');
  const source = value;
  return {
    stream: {
      [Symbol.asyncIterator]: () =>
        encodeStream(
          iteratorOf(source),
          (item) => bytesOf(content, item, checks),
          content,
          sending,
        ),
    },
  };
}

interface Source {
  next(): Promise<IteratorResult<unknown, unknown>>;
  return(): void;
}

function iteratorOf(items: AsyncIterable<unknown> | Iterable<unknown>): Source {
  const iterator =
    Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  return {
    next: async () => iterator.next(),
    return() {
      // Not awaited: a generator that is waiting returns only afterwards.
      const returned = (async () => iterator.return?.())();
      returned.catch(() => undefined);
    },
  };
}

const keepAliveComment = /* @__PURE__ */ new TextEncoder().encode(':\n\n');

function encodeStream(
  source: Source,
  write: (item: unknown) => Uint8Array,
  { codec }: ContentDescriptor,
  { keepAlive, timers, onFailure: failed }: ItemStreamOptions,
): AsyncIterator<Uint8Array, undefined, undefined> {
  const done = { done: true, value: undefined } as const;
  const timeout = codec === 'sse' ? keepAlive : Infinity;
  let pending: Promise<IteratorResult<unknown, unknown>> | undefined;
  let isDone = false;
  return {
    async next() {
      if (isDone) return done;
      try {
        pending ??= source.next();
        const step = await withTimeout(pending, timeout, timers);
        if (isDone) return done;
        if (step === undefined) return { done: false, value: keepAliveComment };
        pending = undefined;
        if (step.done === true) {
          isDone = true;
          return done;
        }
        return { done: false, value: write(step.value) };
      } catch (cause) {
        isDone = true;
        source.return();
        failed(
          cause instanceof Refusal ? cause : new Refusal('internal', 'stream-failed', { cause }),
        );
        throw cause;
      }
    },
    return() {
      if (!isDone) {
        isDone = true;
        pending?.catch(() => undefined);
        source.return();
      }
      return Promise.resolve(done);
    },
  };
}

/** Waits for a promise; resolves to `undefined` after the given time. */
function withTimeout<Value>(
  promise: Promise<Value>,
  milliseconds: number,
  timers: Timers,
): Promise<Value | undefined> {
  if (!Number.isFinite(milliseconds)) return promise;
  return new Promise((resolve, reject) => {
    const timer = timers.setTimeout(() => resolve(undefined), milliseconds);
    promise.then(
      (value) => {
        timers.clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        timers.clearTimeout(timer);
        reject(error);
      },
    );
  });
}

const utf8 = /* @__PURE__ */ new TextEncoder();

function bytesOf(
  content: ContentDescriptor,
  item: unknown,
  checks: readonly (Check | undefined)[] | undefined,
): Uint8Array {
  if (item instanceof Uint8Array) return item;
  const { text, variants, json } = writeItem(content, item);
  if (checks !== undefined) {
    // Validates what the client will read: dates have become text, and absent properties are omitted.
    const read = json === undefined ? item : decodedItem(content, item, json, variants);
    const answer = itemViolations(content, checks, variants, read);
    if (answer.some(isFault)) throw new Refusal('internal', 'invalid-answer', { answer });
  }
  return utf8.encode(text);
}

function isFault({ keyword }: Violation): boolean {
  return keyword !== 'discriminator';
}

function decodedItem(
  content: ContentDescriptor,
  item: unknown,
  json: string,
  [variant = 0]: readonly number[],
): unknown {
  if (content.codec !== 'sse')
    return decodeDates(readJson(json, content.integers), content.itemDates).value;
  const { integers, dates } = content.events?.[variant] ?? {};
  const data = decodeDates(readJson(json, integers), dates).value;
  return typeof item === 'object' ? { ...item, data } : item;
}
