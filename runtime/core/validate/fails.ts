import { closestBranch } from './closest.js';
import type { Fits, Report } from './report.js';

/** Tells that a value does not meet a demand, if there is a report. Whether to stop: there is none. */
export function fails(
  to: Report | undefined,
  line: number,
  value?: unknown,
  at?: number | string,
): boolean {
  return to === undefined || to.tell(line, value, at);
}

/** The same of a value that another function has refused: that tells what is wrong with it. */
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
 * The same of a value that no branch of a union takes, or of one that several match and only one may: tells what is
 * wrong with it as the branch that it comes closest to. The lines below that of the union are its branches', in order, and
 * that of too many matches.
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

/** The report on a value that is never shown, if there is a report. */
export function unseen(to: Report | undefined): Report | undefined {
  return to?.secret();
}
