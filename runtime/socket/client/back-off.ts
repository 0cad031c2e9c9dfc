import { randomFraction, type RandomSource } from '../../core/random.js';

/**
 * Milliseconds before another attempt: any length up to one that doubles with each failure ("full jitter"), never above the cap.
 * `failed` counts the attempts that failed, from 1.
 */
export function jittered(
  { delay, maxDelay }: { readonly delay: number; readonly maxDelay: number },
  failed: number,
  random: RandomSource,
): number {
  return randomFraction(random) * Math.min(maxDelay, delay * 2 ** Math.min(failed - 1, 30));
}
