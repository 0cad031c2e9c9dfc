/**
 * Nanoseconds of one call of each of several functions: the best of several rounds, taken in turn, so that
 * what else the machine does falls on all of them alike. `clock` may count the process's own time instead.
 */
export function measureTogether(
  calls,
  { rounds = 60, milliseconds = 5, clock = () => Number(process.hrtime.bigint()) } = {},
) {
  const counts = calls.map(() => 1);
  const best = calls.map(() => Infinity);
  const warm = 3;
  for (let round = 0; round < rounds + warm; round++) {
    calls.forEach((call, at) => {
      const count = counts[at];
      const started = clock();
      for (let index = 0; index < count; index++) call();
      const elapsed = clock() - started;
      if (round >= warm) best[at] = Math.min(best[at], elapsed / count);
      counts[at] = Math.max(1, Math.round((count * milliseconds * 1e6) / Math.max(elapsed, 1)));
    });
  }
  return best;
}

/**
 * What {@link measureTogether} gives, of calls that are awaited one after the other. Counts the process's own time, so that a machine that is
 * busy with something else makes a run longer, but not a figure; no round is longer than so many milliseconds of it, or one call.
 */
export async function measureAwaited(calls, { rounds = 15, milliseconds = 20 } = {}) {
  const counts = calls.map(() => 1);
  const best = calls.map(() => Infinity);
  const warm = 5;
  for (let round = 0; round < rounds + warm; round++) {
    for (const [at, call] of calls.entries()) {
      const count = counts[at];
      const started = cpuTime();
      for (let index = 0; index < count; index++) await call();
      const elapsed = cpuTime() - started;
      if (round >= warm) best[at] = Math.min(best[at], elapsed / count);
      counts[at] = Math.max(1, Math.round((count * milliseconds * 1e6) / Math.max(elapsed, 1e5)));
    }
  }
  return best;
}

/** Nanoseconds of CPU that this process has used, as `clock()` of C counts them for a peer that is no JavaScript. */
export function cpuTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1000;
}
