import type { Timers } from '../../core/clock.js';
import type { RandomSource } from '../../core/random.js';
import { FeedError } from '../errors.js';
import type { Channel } from '../feed.js';
import type { FeedEvent } from './events.js';
import { governor, type Governor } from './governor.js';
import type { KeyStream } from './key-stream.js';
import type { ClientSettings, ResyncOptions } from './options.js';

/**
 * How a stream is resynchronised: from the answer of an operation, by a subscription that begins with a snapshot, or by a subscription
 * that goes on with whatever comes.
 */
export type ResyncWay = 'operation' | 'resubscribe' | 'renew';

/** What streams need to make themselves whole. One for all of them, so that they do not all do it at once. */
export interface RepairShop {
  readonly settings: Required<ResyncOptions>;
  readonly timers: Timers;
  readonly random: RandomSource;
  readonly announce: (event: FeedEvent) => void;
  readonly governed: Governor;
  /** How a channel can be repaired; `undefined` where it can not. */
  readonly wayFor: (channel: Channel) => ResyncWay | undefined;
  /** @throws {FeedError} where it takes too long */
  readonly fetchSnapshot: (channel: Channel, key: string) => Promise<unknown>;
  /** Leaves one key and joins it again. */
  readonly resubscribe: (stream: KeyStream) => Promise<void>;
  /** Settles after so many milliseconds, or when the signal fires. */
  readonly pause: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Nothing is repaired any more: what waits waits for ever, and what is fetched is given up. */
  readonly stop: () => void;
}

/** The repair shop of a client. */
export function createRepairShop(
  { resync: settings, timers, random, snapshots }: ClientSettings,
  announce: (event: FeedEvent) => void,
  resubscribe: (stream: KeyStream) => Promise<void>,
  mayLeave: boolean,
): RepairShop {
  const sourceOf = ({ key }: Channel): ClientSettings['snapshots'][string] | undefined =>
    Object.hasOwn(snapshots, key) ? snapshots[key] : undefined;
  const stopped = new AbortController();
  const alarms = new Set<unknown>();
  const set = (callback: () => void, milliseconds: number): (() => void) => {
    const handle = timers.setTimeout(() => {
      alarms.delete(handle);
      callback();
    }, milliseconds);
    alarms.add(handle);
    return () => {
      alarms.delete(handle);
      timers.clearTimeout(handle);
    };
  };
  return {
    settings,
    timers,
    random,
    announce,
    resubscribe,
    governed: governor(settings.concurrency),
    wayFor(channel) {
      const { book } = channel.descriptor;
      const renewal = mayLeave ? 'renew' : undefined;
      if (book === undefined) return renewal;
      if (book.resync !== 'resubscribe') {
        return sourceOf(channel) === undefined ? renewal : 'operation';
      }
      return mayLeave && book.snapshot.message !== undefined ? 'resubscribe' : renewal;
    },
    async fetchSnapshot(channel, key) {
      const abort = new AbortController();
      const giveUp = (): void => abort.abort(stopped.signal.reason);
      stopped.signal.addEventListener('abort', giveUp, { once: true });
      let clear: (() => void) | undefined;
      const late = new Promise<never>((_, reject) => {
        clear = set(() => {
          const error = new FeedError(
            'timeout',
            `No snapshot of ${channel.key} ${key} came in time`,
          );
          abort.abort(error);
          reject(error);
        }, settings.timeout);
      });
      try {
        return await Promise.race([sourceOf(channel)?.(key, { signal: abort.signal }), late]);
      } finally {
        clear?.();
        stopped.signal.removeEventListener('abort', giveUp);
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
      for (const handle of alarms) timers.clearTimeout(handle);
      alarms.clear();
    },
  };
}
