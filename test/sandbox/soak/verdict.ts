/** Memory at one moment, in bytes. */
export interface Sample {
  /** Operations of the load that have ended by then. */
  readonly operations: number;
  /** What the sandbox has more than a process with the same state and nothing else. */
  readonly excess: number;
}

/** How the excess changes with each operation. */
export interface Growth {
  /** Bytes an operation. */
  readonly slope: number;
  /** Bytes an operation that the true growth is above with a probability of 99 %. */
  readonly atLeast: number;
  readonly isLeak: boolean;
}

/** Bytes an operation that no leak is smaller than: an object with a few members. */
export const maxGrowth = 64;

/** Bytes by which compiled code and pools may grow: 10 MB in all, which takes a slow machine longer than the first half. */
const settling = 12 * 1024 * 1024;

/**
 * The growth over the second half of the samples, by least squares. It is a leak if even the lower bound is above {@link maxGrowth}, and the
 * memory has grown by more than code and pools may. Noise widens the bound, and so never looks like a leak.
 */
export function growthOf(samples: readonly Sample[]): Growth {
  const half = samples.slice(Math.floor(samples.length / 2));
  const degrees = half.length - 2;
  if (degrees < 1) throw new Error('Fewer than six samples say nothing.');
  const x = mean(half.map(({ operations }) => operations));
  const y = mean(half.map(({ excess }) => excess));
  let xx = 0;
  let xy = 0;
  for (const { operations, excess } of half) {
    xx += (operations - x) ** 2;
    xy += (operations - x) * (excess - y);
  }
  const slope = xy / xx;
  let residuals = 0;
  for (const { operations, excess } of half)
    residuals += (excess - y - slope * (operations - x)) ** 2;
  const error = Math.sqrt(residuals / degrees / xx);
  const atLeast = slope - quantile(degrees) * error;
  const grown = slope * ((half.at(-1)?.operations ?? 0) - (half[0]?.operations ?? 0));
  return { slope, atLeast, isLeak: atLeast > maxGrowth && grown > settling };
}

/** The 99 % quantile of Student's distribution. */
function quantile(degrees: number): number {
  const few = [31.82, 6.96, 4.54, 3.75, 3.36, 3.14, 3, 2.9, 2.82, 2.76];
  return few[degrees - 1] ?? 2.33 + 4.6 / degrees;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
