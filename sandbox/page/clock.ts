import type { Clock } from '@platform/sandbox-control';
import { control } from './control.js';

/** The clock, and the time of this browser when it was read. */
export interface ReadClock extends Clock {
  readonly readAt: number;
}

/** Time of the sandbox's only clock in milliseconds, if there is only one (`--time manual`). */
let manualTime: number | undefined;

/** Reads the clock. */
export async function readClock(): Promise<ReadClock> {
  const clock = await control.clock.get();
  manualTime = clock.manual ? Date.parse(clock.now) : undefined;
  return { ...clock, readAt: performance.now() };
}

/** The clock with which credentials are checked: that of the machine, unless the sandbox has only its own. */
export const signingClock: { now(): number } = { now: () => manualTime ?? Date.now() };
