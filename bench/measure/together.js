/**
 * Nanoseconds of one call of each of several functions: the best of several rounds, taken in turn, so that
 * what else the machine does falls on all of them alike.
 */
export function measureTogether(calls, { rounds = 60, milliseconds = 5 } = {}) {
  const counts = calls.map(() => 1);
  const best = calls.map(() => Infinity);
  const warm = 3;
  for (let round = 0; round < rounds + warm; round++) {
    calls.forEach((call, at) => {
      const count = counts[at];
      const started = process.hrtime.bigint();
      for (let index = 0; index < count; index++) call();
      const elapsed = Number(process.hrtime.bigint() - started);
      if (round >= warm) best[at] = Math.min(best[at], elapsed / count);
      counts[at] = Math.max(1, Math.round((count * milliseconds * 1e6) / Math.max(elapsed, 1)));
    });
  }
  return best;
}
