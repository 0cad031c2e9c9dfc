/** Waits before the next attempt: 100 ms after the first failure, then twice as long each time up to 10 s, shortened at random by up to a half. Ends early when the signal is aborted. */
export function backoff(failures: number, signal: AbortSignal): Promise<void> {
  const longest = Math.min(10_000, 100 * 2 ** Math.min(failures - 1, 10));
  return pause(longest * (0.5 + Math.random() / 2), signal);
}

/** Waits. Ends early when the signal is aborted. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end, { once: true });
  });
}
