import type { Timers } from '../../../core/clock.js';
import { randomFraction, type RandomSource } from '../../../core/random.js';
import type { FixReconnect } from './initiator-options.js';

/** Attempts of an initiator to connect, and the delays between them. */
export interface ReconnectSchedule {
  /** Counts an attempt. Returns its number since the last Logon (A). */
  countAttempt(): number;
  /** Reports that a session is open. */
  loggedOn(): void;
  /**
   * Schedules an attempt after a connection has ended or could not be opened. Returns the delay in milliseconds, or
   * `undefined` if there is no other attempt.
   */
  retry(attempt: () => void): number | undefined;
  /** Cancels the scheduled attempt. */
  cancel(): void;
}

/**
 * Minimum duration of a session in milliseconds after which delays restart. It protects a server that disconnects
 * immediately after each Logon (A).
 */
const minLasting = 10_000;

/** Creates the schedule of an initiator that has not connected yet. */
export function createReconnectSchedule(
  reconnect: FixReconnect | false,
  timers: Timers,
  random: RandomSource,
): ReconnectSchedule {
  /** Number of attempts since the last Logon (A). */
  let attempts = 0;
  /** Number of failures since the last session of sufficient duration. */
  let failures = 0;
  let openedAt: number | undefined;
  let timer: unknown;

  /** Limit that doubles with each failure, multiplied by a random fraction. */
  const delayOf = ({ initial = 1000, longest = 30_000 }: FixReconnect): number =>
    Math.round(Math.min(longest, initial * 2 ** Math.min(failures, 30)) * randomFraction(random));

  return {
    countAttempt: () => ++attempts,
    loggedOn() {
      attempts = 0;
      openedAt = timers.now();
    },
    retry(attempt) {
      if (reconnect === false) return undefined;
      if (openedAt !== undefined && timers.now() - openedAt >= minLasting) failures = 0;
      openedAt = undefined;
      const delay = delayOf(reconnect);
      failures++;
      timer = timers.setTimeout(attempt, delay);
      return delay;
    },
    cancel: () => timers.clearTimeout(timer),
  };
}
