/**
 * Measures the nanoseconds of a call for several functions: the best of several alternating rounds, so that other load on the machine affects
 * all of them equally. `clock` may measure the CPU time of the process instead.
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
 * Like {@link measureTogether}, for calls that are awaited one after another. Measures the CPU time of the process, so that other load makes a run
 * longer but does not change the figures. A round takes at most the given number of milliseconds of CPU time, or one call.
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

/** CPU time of this process in nanoseconds, like `clock()` in C, which other programs use. */
export function cpuTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1000;
}
