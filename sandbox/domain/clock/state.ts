import { Cell } from '../tables.js';
import type { Instant } from '../time.js';

/** The sandbox's clock: it runs with the system's, a fixed time apart, or stands still. */
export type ClockSetting =
  | {
      readonly mode: 'running';
      /** Microseconds ahead of the system's clock. */ readonly offset: number;
    }
  | { readonly mode: 'frozen'; readonly at: Instant };

/** State of the subject `clock`. */
export interface ClockState {
  readonly setting: Cell<ClockSetting>;
}

/** The clock of a new sandbox runs with the system's. */
export function createClock(): ClockState {
  return { setting: new Cell<ClockSetting>({ mode: 'running', offset: 0 }) };
}
