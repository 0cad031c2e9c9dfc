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

/**
 * Things by key, of which about `capacity` are kept: when there are that many, the half that was not asked for since the other half
 * came is forgotten at once. Two maps and not one that is kept in order: a key that is deleted leaves a hole, and strangers
 * who choose keys could make each look pass over all holes.
 */
export function boundedTable<Value>(capacity: number): (key: string, make: () => Value) => Value {
  if (!(capacity >= 1)) throw new Error('The capacity of a table must be a number from 1 upwards.');
  const half = Math.max(1, Math.floor(capacity / 2));
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  return (key, make) => {
    const known = young.get(key);
    if (known !== undefined) return known;
    const value = old.get(key) ?? make();
    if (young.size >= half) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
    return value;
  };
}
