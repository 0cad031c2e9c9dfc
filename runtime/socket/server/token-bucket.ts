import type { Clock } from '../../core/clock.js';

/** A rate: so many a second, and so many at once after a pause. */
export interface Rate {
  readonly rate: number;
  readonly burst: number;
}

/** Lets as much through as a rate allows. */
export interface TokenBucket {
  /** Whether there was one left to take. */
  readonly take: () => boolean;
  /** Whether nothing was taken for so long that it could as well be a new one. */
  readonly isFull: () => boolean;
}

/** A full bucket, filled lazily: `min(burst, before + elapsed * rate)`; each take needs a whole token. */
export function tokenBucket({ rate, burst }: Rate, clock: Clock): TokenBucket {
  let tokens = burst;
  let last = clock.now();
  const fill = (): void => {
    const now = clock.now();
    tokens = Math.min(burst, tokens + (Math.max(0, now - last) * rate) / 1000);
    last = now;
  };
  return {
    take() {
      fill();
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
    isFull() {
      fill();
      return tokens >= burst;
    },
  };
}
