/**
 * How much the random and the kill tests do. A test names its full count and does the share of it that `TALLYSTICK_ROUNDS` asks for: 0.2
 * unless it is set, 1 for all of it, more to search for hours. Each run draws from another seed, which it prints; `TALLYSTICK_SEED`
 * repeats one. CI draws from the same one each time.
 */
const share = numberOf('TALLYSTICK_ROUNDS', 0.2);

/** Seed of this run, the same in every file and every child process (set by vitest.config.ts). */
export const seed: number = numberOf('TALLYSTICK_SEED', 1);

/**
 * Returns the share of `full` rounds that this run does: a whole number, and `least` or more.
 *
 * @example for (let round = 0; round < rounds(200); round++) await killAndGoOn(round);
 */
export function rounds(full: number, least = 1): number {
  return Math.max(least, Math.round(full * share));
}

/**
 * Parameters of fast-check for a property of `full` runs: their share, and the seed of this run.
 *
 * @example fc.assert(fc.property(fc.string(), isReadAsWritten), randomRuns(1000));
 */
export function randomRuns(
  full: number,
  least?: number,
): { readonly numRuns: number; readonly seed: number } {
  return { numRuns: rounds(full, least), seed };
}

/**
 * Returns a source of fractions from 0 up to 1, the same for the same seed. Several in one test take `seed + 1`, `seed + 2` and so on.
 */
export function randomFrom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function numberOf(variable: string, otherwise: number): number {
  const text = process.env[variable];
  if (text === undefined || text === '') return otherwise;
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) throw new Error(`${variable} is no number: ${text}`);
  return value;
}
