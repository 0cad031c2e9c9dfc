import { settings } from '../../settings.js';
import { Cell } from '../tables.js';
import type { Instant } from '../time.js';

/** What takes steps by itself, with the name of each step. */
export type Step =
  | 'send-transfer'
  | 'finish-transfer'
  | 'complete-stake-wrap'
  | 'start-report'
  | 'finish-report';

/** How transfers, stake-wraps and reports advance: each step after a delay, or by the control plane alone. */
export interface Progress {
  readonly mode: 'automatic' | 'manual';
  readonly delays: { readonly [Name in Step]: Instant };
}

/** State of the subject `progress`. */
export interface ProgressState {
  readonly progress: Cell<Progress>;
}

export function createProgress(): ProgressState {
  return { progress: new Cell<Progress>(settings['transfers-6']) };
}
