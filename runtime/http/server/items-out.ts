import { isStreamBody } from '../../core/body.js';
import type { Check, Violation } from '../../core/check.js';
import { systemTimers, type Timers } from '../../core/clock.js';
import type { ContentDescriptor } from '../../core/descriptor.js';
import { decoded } from '../../core/dates/turned.js';
import { readJson } from '../../core/integers.js';
import { itemViolations } from '../../core/items/forms.js';
import { hasItems, writeItem } from '../../core/items/write-item.js';
import { Refusal } from '../../core/server/fault.js';
import type { Body } from '../../core/wire.js';

/** How a server sends streams of items. */
export interface Sending {
  /** Milliseconds of silence after which an event stream says that it is still there. */
  readonly keepAlive: number;
  readonly timers: Timers;
  /** Hears why a stream was broken off. */
  readonly failed: (refusal: Refusal) => void;
}

/** For those who send nothing by themselves. */
export const plainSending: Sending = {
  keepAlive: Infinity,
  timers: systemTimers,
  failed: () => undefined,
};

/**
 * A handler's items as a body. The handler's generator is asked for the next item when the one before has been taken, and told to
 * stop (`return`) when nobody wants more, even while it is being waited for. Bytes among the items go out as they are. An item that
 * can not be sent, or violates its schema where answers are checked, breaks the stream off.
 */
export function encodeItems(
  content: ContentDescriptor,
  value: unknown,
  checks: readonly (Check | undefined)[] | undefined,
  sending: Sending,
): Body {
  if (isStreamBody(value)) return value;
  if (!hasItems(value)) throw new Refusal('internal', 'body-is-no-items');
  const source = value;
  return {
    stream: {
      [Symbol.asyncIterator]: () =>
        outgoing(iteratorOf(source), (item) => bytesOf(content, item, checks), content, sending),
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
      // Not awaited: a generator that waits for something is told only after it has come.
      const left = (async () => iterator.return?.())();
      left.catch(() => undefined);
    },
  };
}

const stillThere = new TextEncoder().encode(':\n\n');

function outgoing(
  source: Source,
  write: (item: unknown) => Uint8Array,
  { codec }: ContentDescriptor,
  { keepAlive, timers, failed }: Sending,
): AsyncIterator<Uint8Array, undefined, undefined> {
  const done = { done: true, value: undefined } as const;
  const patience = codec === 'sse' ? keepAlive : Infinity;
  let pending: Promise<IteratorResult<unknown, unknown>> | undefined;
  let isOver = false;
  return {
    async next() {
      if (isOver) return done;
      try {
        pending ??= source.next();
        const step = await within(pending, patience, timers);
        if (isOver) return done;
        if (step === undefined) return { done: false, value: stillThere };
        pending = undefined;
        if (step.done === true) {
          isOver = true;
          return done;
        }
        return { done: false, value: write(step.value) };
      } catch (cause) {
        isOver = true;
        source.return();
        failed(
          cause instanceof Refusal ? cause : new Refusal('internal', 'stream-failed', { cause }),
        );
        throw cause;
      }
    },
    return() {
      if (!isOver) {
        isOver = true;
        pending?.catch(() => undefined);
        source.return();
      }
      return Promise.resolve(done);
    },
  };
}

/** What is waited for, or `undefined` where it takes longer. */
function within<Value>(
  wanted: Promise<Value>,
  milliseconds: number,
  timers: Timers,
): Promise<Value | undefined> {
  if (!Number.isFinite(milliseconds)) return wanted;
  return new Promise((resolve, reject) => {
    const timer = timers.setTimeout(() => resolve(undefined), milliseconds);
    wanted.then(
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

const utf8 = new TextEncoder();

function bytesOf(
  content: ContentDescriptor,
  item: unknown,
  checks: readonly (Check | undefined)[] | undefined,
): Uint8Array {
  if (item instanceof Uint8Array) return item;
  const { text, forms, json } = writeItem(content, item);
  if (checks !== undefined) {
    // What is checked is what the caller will read: dates are text by now, absent members are gone.
    const read = json === undefined ? item : asRead(content, item, json, forms);
    const answer = itemViolations(content, checks, forms, read);
    if (answer.some(isFault)) throw new Refusal('internal', 'invalid-answer', { answer });
  }
  return utf8.encode(text);
}

function isFault({ keyword }: Violation): boolean {
  return keyword !== 'discriminator';
}

function asRead(
  content: ContentDescriptor,
  item: unknown,
  json: string,
  [form = 0]: readonly number[],
): unknown {
  if (content.codec !== 'sse')
    return decoded(readJson(json, content.integers), content.itemDates).value;
  const { integers, dates } = content.events?.[form] ?? {};
  const data = decoded(readJson(json, integers), dates).value;
  return typeof item === 'object' ? { ...item, data } : item;
}
