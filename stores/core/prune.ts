/**
 * Milliseconds for which expired data is kept. The clock of the process that removes data may be ahead of that of another one, for which
 * the data has not expired yet.
 */
export const clockTolerance = 60_000;

/** Calls a function regularly until it is stopped. The timer does not keep the process alive. */
export function pruneRegularly(
  prune: () => Promise<number>,
  interval: number,
  onError: (error: unknown) => void,
): () => void {
  if (interval === 0) return () => undefined;
  const timer = setInterval(() => {
    prune().catch(onError);
  }, interval);
  timer.unref();
  return () => clearInterval(timer);
}
