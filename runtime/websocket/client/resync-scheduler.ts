import type { Timers } from '../../core/clock.js';
import type { RandomSource } from '../../core/random.js';
import { FeedError } from '../errors.js';
import type { Channel } from '../feed.js';
import type { FeedEvent } from './events.js';
import { createSemaphore, type Semaphore } from './semaphore.js';
import type { KeyStream } from './key-stream.js';
import type { ClientSettings, ResyncOptions } from './options.js';

/**
 * Method of resynchronising a stream.
 *
 * - `operation`: from the response of an operation.
 * - `resubscribe`: by a new subscription that begins with a snapshot.
 * - `renew`: by a new subscription that continues with the next message.
 */
export type ResyncMethod = 'operation' | 'resubscribe' | 'renew';

/** Resynchronises streams after a gap. Shared by all streams, to limit concurrency. */
export interface ResyncScheduler {
  readonly settings: Required<ResyncOptions>;
  readonly timers: Timers;
  readonly random: RandomSource;
  readonly emit: (event: FeedEvent) => void;
  readonly limited: Semaphore;
  /** Method by which a channel can be resynchronised; `undefined` if it cannot. */
  readonly methodFor: (channel: Channel) => ResyncMethod | undefined;
  /**
   * Fetches a snapshot.
   *
   * @throws {FeedError} `timeout` if it takes too long.
   */
  readonly fetchSnapshot: (channel: Channel, key: string) => Promise<unknown>;
  /** Unsubscribes one stream and subscribes it again. */
  readonly resubscribe: (stream: KeyStream) => Promise<void>;
  /** Resolves after the given number of milliseconds, or when the signal fires. */
  readonly pause: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Stops all resynchronisation. Pauses never end, and snapshots in progress are aborted. */
  readonly stop: () => void;
}

/** Creates the scheduler of a client. */
export function createResyncScheduler(
  { resync: settings, timers, random, snapshots }: ClientSettings,
  emit: (event: FeedEvent) => void,
  resubscribe: (stream: KeyStream) => Promise<void>,
  canUnsubscribe: boolean,
): ResyncScheduler {
  const sourceOf = ({ key }: Channel): ClientSettings['snapshots'][string] | undefined =>
    Object.hasOwn(snapshots, key) ? snapshots[key] : undefined;
  const stopped = new AbortController();
  const pendingTimers = new Set<unknown>();
  const set = (callback: () => void, milliseconds: number): (() => void) => {
    const handle = timers.setTimeout(() => {
      pendingTimers.delete(handle);
      callback();
    }, milliseconds);
    pendingTimers.add(handle);
    return () => {
      pendingTimers.delete(handle);
      timers.clearTimeout(handle);
    };
  };
  return {
    settings,
    timers,
    random,
    emit,
    resubscribe,
    limited: createSemaphore(settings.concurrency),
    methodFor(channel) {
      const { book } = channel.descriptor;
      const renewal = canUnsubscribe ? 'renew' : undefined;
      if (book === undefined) return renewal;
      if (book.resync !== 'resubscribe') {
        return sourceOf(channel) === undefined ? renewal : 'operation';
      }
      return canUnsubscribe && book.snapshot.message !== undefined ? 'resubscribe' : renewal;
    },
    async fetchSnapshot(channel, key) {
      const abort = new AbortController();
      const abortFetch = (): void => abort.abort(stopped.signal.reason);
      stopped.signal.addEventListener('abort', abortFetch, { once: true });
      let clear: (() => void) | undefined;
      const timedOut = new Promise<never>((_, reject) => {
        clear = set(() => {
          const error = new FeedError(
            'timeout',
            `No snapshot of ${channel.key} ${key} arrived in time`,
          );
          abort.abort(error);
          reject(error);
        }, settings.timeout);
      });
      try {
        return await Promise.race([sourceOf(channel)?.(key, { signal: abort.signal }), timedOut]);
      } finally {
        clear?.();
        stopped.signal.removeEventListener('abort', abortFetch);
      }
    },
    pause: (milliseconds, signal) =>
      new Promise((resolve) => {
        const clear = set(resolve, milliseconds);
        signal?.addEventListener(
          'abort',
          () => {
            clear();
            resolve();
          },
          { once: true },
        );
      }),
    stop() {
      stopped.abort(new FeedError('closed', 'The feed was closed'));
      for (const handle of pendingTimers) timers.clearTimeout(handle);
      pendingTimers.clear();
    },
  };
}
