import type { RateLimitDescriptor } from './descriptor.js';

/** A token bucket that is refilled when it is read. No timer is needed. */
export interface TokenBucket {
  /** Tokens at the time `at`; negative if more were promised than were available. */
  tokens: number;
  /** Milliseconds since the epoch. If in the future, no tokens are added before then. */
  at: number;
}

/** Refill rate and capacity of a bucket. */
export type BucketSize = Pick<RateLimitDescriptor, 'rate' | 'burst'>;

/** Tolerance for rounding errors in sums of fractions. */
const rounding = 1e-9;

/** Creates a full bucket. */
export function fullBucket({ burst }: BucketSize, now: number): TokenBucket {
  return { tokens: burst, at: now };
}

/** Refills a bucket: `tokens = min(burst, tokens + seconds × rate)`. Adds nothing if the clock went back. */
export function refill(bucket: TokenBucket, { rate, burst }: BucketSize, now: number): void {
  if (now <= bucket.at) return;
  bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * rate);
  bucket.at = now;
}

/** Milliseconds from `at` until a refilled bucket has the given number of tokens. */
export function timeTo(bucket: TokenBucket, { rate }: BucketSize, tokens: number): number {
  const missing = tokens - bucket.tokens;
  return missing <= rounding ? 0 : Math.ceil((missing / rate) * 1000 - rounding);
}

/**
 * Creates a table with about `capacity` entries. When it is full, the half that was not used since the other half was added
 * is dropped at once. It uses two maps instead of one in order of use: a deleted key leaves a gap in a map, and attackers who
 * choose keys could make each lookup skip all gaps.
 */
export function boundedTable<Value>(capacity: number): (key: string, make: () => Value) => Value {
  if (!(capacity >= 1)) throw new Error('The capacity of a table must be at least 1.');
  const half = Math.max(1, Math.floor(capacity / 2));
  let recent = new Map<string, Value>();
  let old = new Map<string, Value>();
  return (key, make) => {
    const current = recent.get(key);
    if (current !== undefined) return current;
    const value = old.get(key) ?? make();
    if (recent.size >= half) {
      old = recent;
      recent = new Map();
    }
    recent.set(key, value);
    return value;
  };
}
