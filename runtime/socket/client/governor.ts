/** Lets so many jobs run at once; the rest waits in line. */
export type Governor = <Result>(job: () => Promise<Result>) => Promise<Result>;

/** A governor of so many places. */
export function governor(places: number): Governor {
  let free = Math.max(1, places);
  const line: (() => void)[] = [];
  return async (job) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => line.push(resolve));
    try {
      return await job();
    } finally {
      const next = line.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
