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
