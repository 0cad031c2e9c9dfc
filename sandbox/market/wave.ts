import type { Pair } from './products.js';

/** Periods in milliseconds with the part of the price by which it moves. */
const waves = [
  [6 * 3_600_000, 0.03],
  [47 * 60_000, 0.008],
  [11 * 60_000, 0.003],
] as const;

/**
 * The price towards which a product slowly moves: three waves around its start, whose phases follow from the seed. It depends on the time
 * alone, so that a market that was stopped goes on where it would be.
 */
export class Wave {
  readonly #start: number;
  readonly #phases: readonly number[];

  constructor({ start }: Pair, random: () => number) {
    this.#start = start;
    this.#phases = waves.map(() => random() * 2 * Math.PI);
  }

  /** @param time milliseconds since 1970 */
  at(time: number): number {
    const change = waves.reduce((sum, [period, part], index) => {
      const angle = ((time % period) / period) * 2 * Math.PI + (this.#phases[index] ?? 0);
      return sum + part * Math.sin(angle);
    }, 0);
    return this.#start * (1 + change);
  }
}
