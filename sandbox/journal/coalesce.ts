/**
 * Returns a function that runs an action so that each caller gets the result of a run that began after its call. At most one run is in
 * progress; callers that arrive meanwhile share the next one.
 */
export function coalesce<Result>(action: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  let next: Promise<Result> | undefined;
  const start = (): Promise<Result> => {
    next = undefined;
    running = action().finally(() => {
      running = undefined;
    });
    return running;
  };
  return () => {
    if (running === undefined) return start();
    next ??= running.then(start, start);
    return next;
  };
}
