import { closestBranch } from './closest.js';
import type { Fits, Report } from './report.js';

/** Reports a failed demand if there is a report. Returns true, to stop checking, if there is none. */
export function fails(
  to: Report | undefined,
  line: number,
  value?: unknown,
  at?: number | string,
): boolean {
  return to === undefined || to.tell(line, value, at);
}

/** Like {@link fails}, for a value that another function rejected. That function reports the violations. */
export function failsAs(
  to: Report | undefined,
  line: number,
  fits: Fits,
  value: unknown,
  at?: number | string,
): boolean {
  return to === undefined || to.pass(line, fits, value, at);
}

/**
 * Like {@link fails}, for a value that matches no branch of a union, or too many branches of a `oneOf`. Reports the violations of
 * the closest branch. The lines after that of the union are those of its branches in order, then that of too many matches.
 */
export function failsAll(
  to: Report | undefined,
  line: number,
  branches: readonly (Fits | undefined)[],
  value: unknown,
  matches = 0,
  at?: number | string,
  depth = 0,
): boolean {
  if (to === undefined) return true;
  if (matches > 1) return to.tell(line + branches.length + 1, value, at);
  return to.isFull() ? false : closestBranch(to, line, branches, value, at, depth);
}

/** Returns a report that never shows the value, if there is a report. */
export function unseen(to: Report | undefined): Report | undefined {
  return to?.secret();
}
