import type { RateLimitDescriptor } from './descriptor.js';

/** A bucket of tokens that nothing fills but looking at it: no timer is ever set. */
export interface TokenBucket {
  /** As of `at`; below zero where more were promised than there are. */
  tokens: number;
  /** Milliseconds since the epoch. In the future, nothing comes in before then. */
  at: number;
}

/** How fast a bucket fills, and how far. */
export type BucketSize = Pick<RateLimitDescriptor, 'rate' | 'burst'>;

/** What rounding may take from a sum of fractions. */
const rounding = 1e-9;

/** A bucket as nobody has found it yet. */
export function fullBucket({ burst }: BucketSize, now: number): TokenBucket {
  return { tokens: burst, at: now };
}

/** Brings a bucket up to date: `tokens = min(burst, tokens + seconds × rate)`. A clock that goes back fills nothing. */
export function refill(bucket: TokenBucket, { rate, burst }: BucketSize, now: number): void {
  if (now <= bucket.at) return;
  bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * rate);
  bucket.at = now;
}

/** Milliseconds from `at` until a bucket that was brought up to date has that many tokens. */
export function timeTo(bucket: TokenBucket, { rate }: BucketSize, tokens: number): number {
  const missing = tokens - bucket.tokens;
  return missing <= rounding ? 0 : Math.ceil((missing / rate) * 1000 - rounding);
}

/** Things by key, of which only so many are kept: the one that was asked for longest ago goes first. */
export function boundedTable<Value>(capacity: number): (key: string, make: () => Value) => Value {
  if (!(capacity >= 1)) throw new Error('The capacity of a table must be a number from 1 upwards.');
  const entries = new Map<string, Value>();
  return (key, make) => {
    const known = entries.get(key);
    const value = known ?? make();
    if (known !== undefined) entries.delete(key);
    entries.set(key, value);
    if (entries.size > capacity) {
      for (const oldest of entries.keys()) {
        entries.delete(oldest);
        break;
      }
    }
    return value;
  };
}
