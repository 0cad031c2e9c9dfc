import { BodyTooLargeError } from '../body.js';
import type { Timers } from '../clock.js';
import { WaitEnded } from './deadline.js';

/** What holds a streamed answer within bounds. */
export interface StreamBounds {
  readonly timers: Timers;
  /** Milliseconds between two pieces. */
  readonly idle: number;
  /** Bytes in all. */
  readonly limit: number;
  readonly signal: AbortSignal | undefined;
  /** Lets the transport go of its connection. */
  readonly abandon: () => void;
  /** The error that the caller sees in place of what went wrong. */
  readonly asError: (cause: unknown) => unknown;
}

/**
 * The pieces of an answer as they come, none of them kept: each awaited for so long at most, all of them within the limit, and no
 * longer than the caller wants them. Whoever stops reading lets go of the connection.
 */
export async function* responseStream(
  source: AsyncIterable<Uint8Array>,
  { timers, idle, limit, signal, abandon, asError }: StreamBounds,
): AsyncGenerator<Uint8Array, void, undefined> {
  const iterator = source[Symbol.asyncIterator]();
  let length = 0;
  let done = false;
  try {
    for (;;) {
      const step = await awaited(iterator.next(), idle, timers, signal);
      done = step.done === true;
      if (step.done === true) return;
      length += step.value.length;
      if (length > limit) throw new BodyTooLargeError(limit);
      yield step.value;
    }
  } catch (cause) {
    throw asError(cause);
  } finally {
    if (!done) {
      abandon();
      // Not awaited: what does not come must not be waited for here either.
      iterator.return?.().then(undefined, () => undefined);
    }
  }
}

function awaited<T>(
  wanted: Promise<T>,
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
    wanted.then(
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
