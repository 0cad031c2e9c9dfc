import { boundedTable, fullBucket, refill, timeTo, type TokenBucket } from '../token-bucket.js';
import type { Awaitable } from './options.js';

/** Holds the buckets of callers. One that several servers share must take from all buckets of a request at once. */
export interface RateLimitStore {
  /**
   * Takes one token from every bucket, if each has one, and else from none. `now` is in milliseconds since the epoch.
   * Answers 0, or the milliseconds after which the same would do.
   */
  take(spends: readonly RateSpend[], now: number): Awaitable<number>;
}

/** One bucket that a request draws on. */
export interface RateSpend {
  /** Of the limit and of whom it counts: the same text for the same bucket. */
  readonly key: string;
  /** Tokens that come back in a second. */
  readonly rate: number;
  readonly burst: number;
}

/**
 * A store in memory that keeps `capacity` buckets at most. When there are that many, the half of them that was drawn on longest ago is
 * forgotten; one of those is full when it is needed again. Nothing runs while nobody asks. Throws for a capacity that is no number from 1 upwards.
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
