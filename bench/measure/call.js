/** Nanoseconds of one call: the best of several rounds, each long enough to be warm. */
export function measureCall(call, { rounds = 7, milliseconds = 150 } = {}) {
  let calls = 1;
  let best = Infinity;
  for (let round = 0; round < rounds + 3; round++) {
    const started = process.hrtime.bigint();
    for (let index = 0; index < calls; index++) call();
    const elapsed = Number(process.hrtime.bigint() - started);
    if (round >= 3) best = Math.min(best, elapsed / calls);
    calls = Math.max(1, Math.round((calls * milliseconds * 1e6) / Math.max(elapsed, 1)));
  }
  return best;
}
