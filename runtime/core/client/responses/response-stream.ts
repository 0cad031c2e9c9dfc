import { BodyTooLargeError } from '../../body.js';
import type { Timers } from '../../clock.js';
import { WaitEnded } from '../sending/deadline.js';

/** Limits of a streamed response. */
export interface StreamBounds {
  readonly timers: Timers;
  /** Longest time between two chunks, in milliseconds. */
  readonly idle: number;
  /** Maximum number of bytes. */
  readonly limit: number;
  readonly signal: AbortSignal | undefined;
  /** Releases the connection. */
  readonly abandon: () => void;
  /** Converts a failure to the error that the caller receives. */
  readonly asError: (cause: unknown) => unknown;
}

/**
 * Yields the chunks of a response as they arrive, without keeping them. It limits the wait for each chunk and the total size,
 * and ends when the caller aborts. Stopping early releases the connection, even before the first chunk.
 */
export function responseStream(
  source: AsyncIterable<Uint8Array>,
  bounds: StreamBounds,
): AsyncIterable<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  let isOver = false;
  const release = (): void => {
    if (isOver) return;
    isOver = true;
    bounds.abandon();
    // Not awaited: a chunk that never arrives must not block here either.
    iterator.return?.().then(undefined, () => undefined);
  };
  const chunks = boundedChunks(iterator, bounds, () => (isOver = true), release);
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => chunks.next(),
      return() {
        // A generator that has not started would end without releasing anything.
        release();
        return chunks.return();
      },
    }),
  };
}

async function* boundedChunks(
  iterator: AsyncIterator<Uint8Array>,
  { timers, idle, limit, signal, asError }: StreamBounds,
  end: () => void,
  release: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let length = 0;
  try {
    for (;;) {
      const step = await withIdleTimeout(iterator.next(), idle, timers, signal);
      if (step.done === true) return end();
      length += step.value.length;
      if (length > limit) throw new BodyTooLargeError(limit);
      yield step.value;
    }
  } catch (cause) {
    throw asError(cause);
  } finally {
    release();
  }
}

function withIdleTimeout<T>(
  promise: Promise<T>,
  idle: number,
  timers: Timers,
  signal: AbortSignal | undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      if (timer !== undefined) timers.clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    const end = (ended: WaitEnded): void => {
      settle();
      reject(ended);
    };
    const abort = (): void => end(new WaitEnded('aborted', 0, signal?.reason));
    const timer = Number.isFinite(idle)
      ? timers.setTimeout(() => end(new WaitEnded('timeout', idle)), idle)
      : undefined;
    promise.then(
      (value) => {
        settle();
        resolve(value);
      },
      (error: unknown) => {
        settle();
        reject(error);
      },
    );
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort);
  });
}
