import { randomFraction, type RandomSource } from './random.js';

/**
 * Delay before another attempt in milliseconds: random, up to a limit that doubles with each failure but never exceeds
 * the maximum ("full jitter"). `failed` is the number of failed attempts, from 1.
 */
export function fullJitter(
  { delay, maxDelay }: { readonly delay: number; readonly maxDelay: number },
  failed: number,
  random: RandomSource,
): number {
  return randomFraction(random) * Math.min(maxDelay, delay * 2 ** Math.min(failed - 1, 30));
}
