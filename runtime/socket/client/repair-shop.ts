import type { Timers } from '../../core/clock.js';
import type { RandomSource } from '../../core/random.js';
import { FeedError } from '../errors.js';
import type { Channel } from '../feed.js';
import type { FeedEvent } from './events.js';
import { governor, type Governor } from './governor.js';
import type { KeyStream } from './key-stream.js';
import type { ClientSettings, ResyncOptions } from './options.js';

/** What streams need to make themselves whole. One for all of them, so that they do not all do it at once. */
export interface RepairShop {
  readonly settings: Required<ResyncOptions>;
  readonly timers: Timers;
  readonly random: RandomSource;
  readonly announce: (event: FeedEvent) => void;
  readonly governed: Governor;
  /** How a channel can be repaired; `undefined` where it can not. */
  readonly wayFor: (channel: Channel) => 'operation' | 'resubscribe' | undefined;
  /** @throws {FeedError} where it takes too long */
  readonly fetchSnapshot: (channel: Channel, key: string) => Promise<unknown>;
  /** Leaves one key and joins it again. */
  readonly resubscribe: (stream: KeyStream) => Promise<void>;
  /** Settles after so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
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
  return {
    settings,
    timers,
    random,
    announce,
    resubscribe,
    governed: governor(settings.concurrency),
    wayFor(channel) {
      const { book } = channel.descriptor;
      if (book === undefined) return undefined;
      if (book.resync !== 'resubscribe') {
        return sourceOf(channel) === undefined ? undefined : 'operation';
      }
      return mayLeave && book.snapshot.message !== undefined ? 'resubscribe' : undefined;
    },
    async fetchSnapshot(channel, key) {
      const abort = new AbortController();
      let alarm: unknown;
      const late = new Promise<never>((_, reject) => {
        alarm = timers.setTimeout(() => {
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
        timers.clearTimeout(alarm);
      }
    },
    pause: (milliseconds) =>
      new Promise((resolve) => {
        timers.setTimeout(() => resolve(), milliseconds);
      }),
  };
}
