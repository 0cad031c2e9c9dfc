import { boundedTable, fullBucket, refill, timeTo, type TokenBucket } from '../token-bucket.js';
import type { Awaitable } from './options.js';

/** Stores the buckets of callers. A store that several servers share must take from all buckets of a request atomically. */
export interface RateLimitStore {
  /**
   * Takes one token from every bucket if each has one; otherwise takes none. `now` is in milliseconds since the epoch. Returns
   * 0, or the milliseconds until the request would succeed.
   */
  take(spends: readonly RateSpend[], now: number): Awaitable<number>;
}

/** One bucket that a request uses. */
export interface RateSpend {
  /** Identifies the bucket: the limit, and the caller that it applies to. */
  readonly key: string;
  /** Tokens added per second. */
  readonly rate: number;
  readonly burst: number;
}

/**
 * Creates a store in memory with at most `capacity` buckets. When it is full, the least recently used half is dropped; a dropped
 * bucket is full when it is used again. It runs no timers. Throws if the capacity is not a number of at least 1.
 */
export function memoryRateLimitStore(capacity = 100_000): RateLimitStore {
  const table = boundedTable<TokenBucket>(capacity);
  return {
    take(spends, now) {
      const buckets = spends.map((spend) => {
        const bucket = table(spend.key, () => fullBucket(spend, now));
        refill(bucket, spend, now);
        return { bucket, wait: timeTo(bucket, spend, 1) };
      });
      const wait = Math.max(0, ...buckets.map((each) => each.wait));
      if (wait === 0) for (const { bucket } of buckets) bucket.tokens -= 1;
      return wait;
    },
  };
}
