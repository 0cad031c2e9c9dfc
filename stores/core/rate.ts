import type { RateSpend } from '@tallystick/runtime/http/server';

/** A bucket as it is stored. */
export interface StoredBucket {
  readonly tokens: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Tolerance for rounding errors in sums of fractions. */
const rounding = 1e-9;

/** Refills a bucket. Adds nothing if the clock went back. A bucket that is not stored is full. */
export function refilled(
  bucket: StoredBucket | undefined,
  { rate, burst }: RateSpend,
  now: number,
): StoredBucket {
  if (bucket === undefined) return { tokens: burst, at: now };
  if (now <= bucket.at) return { tokens: Math.min(burst, bucket.tokens), at: bucket.at };
  return { tokens: Math.min(burst, bucket.tokens + ((now - bucket.at) / 1_000) * rate), at: now };
}

/** Milliseconds until a refilled bucket has a token. */
export function waitFor({ tokens }: StoredBucket, { rate }: RateSpend): number {
  const missing = 1 - tokens;
  return missing <= rounding ? 0 : Math.ceil((missing / rate) * 1_000 - rounding);
}

/** Time at which a bucket is full again, so that it need not be stored. */
export function fullAt({ tokens, at }: StoredBucket, { rate, burst }: RateSpend): number {
  return at + Math.ceil(((burst - tokens) / rate) * 1_000);
}
