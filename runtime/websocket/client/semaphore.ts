/** Limits the number of concurrent jobs; others wait in order. */
export type Semaphore = <Result>(job: () => Promise<Result>) => Promise<Result>;

/** Creates a semaphore for the given number of jobs. */
export function createSemaphore(limit: number): Semaphore {
  let free = Math.max(1, limit);
  const queue: (() => void)[] = [];
  return async (job) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await job();
    } finally {
      const next = queue.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
