import { fullJitter } from '../../core/back-off.js';
import { systemRandom } from '../../core/random.js';

const limits = { delay: 200, maxDelay: 10_000 };

/** Waits before the next attempt: at random, longer after each failure, at most 10 s. Ends early when the signal is aborted. */
export function backoff(failures: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, fullJitter(limits, failures, systemRandom));
    signal.addEventListener('abort', end, { once: true });
  });
}
