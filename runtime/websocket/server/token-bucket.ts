import type { Clock } from '../../core/clock.js';

/** A rate in tokens per second, and the maximum burst. */
export interface Rate {
  readonly rate: number;
  readonly burst: number;
}

/** A token bucket. */
export interface TokenBucket {
  /** Takes a token. Returns false if there is none. */
  readonly take: () => boolean;
  /** True if the bucket is full, and therefore equivalent to a new one. */
  readonly isFull: () => boolean;
}

/** Creates a full bucket. It is refilled lazily to `min(burst, before + elapsed * rate)`, and each call takes a whole token. */
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
