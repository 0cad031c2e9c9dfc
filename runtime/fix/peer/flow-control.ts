import type { FixFlow } from '../session/session.js';
import type { FixConnection } from './connection.js';

/** Reason for which reading is paused: the program is verifying the Logon (A), or too many messages wait for it. */
export type PauseReason = 'judged' | 'crowded';

/** Pauses reading from a connection while the program is busy, or the peer does not read what is written to it. */
export interface FlowControl {
  /** True if reading is paused because written data is not sent. */
  readonly isFull: boolean;
  setFull(isFull: boolean): void;
  /** Pauses reading because the program is busy. */
  hold(reason: PauseReason): void;
  /** Resumes reading, unless there is another reason to pause. */
  release(reason: PauseReason): void;
  /** Reports the end of the connection, whose flow does not change any more. */
  end(): void;
}

/** Creates the flow control of a connection that is being read. Changes are reported to the session by `report`. */
export function createFlowControl(
  connection: FixConnection,
  report: (flow: FixFlow) => void,
): FlowControl {
  const pauseReasons = new Set<PauseReason>();
  let flow: FixFlow = { isHeld: false, isFull: false };
  let hasEnded = false;

  const set = (change: Partial<FixFlow>): void => {
    if (hasEnded) return;
    flow = { ...flow, ...change };
    if (flow.isHeld || flow.isFull) connection.pause();
    else connection.resume();
    report(flow);
  };

  return {
    get isFull() {
      return flow.isFull;
    },
    setFull: (isFull) => set({ isFull }),
    hold(reason) {
      pauseReasons.add(reason);
      set({ isHeld: true });
    },
    release(reason) {
      pauseReasons.delete(reason);
      if (pauseReasons.size === 0) set({ isHeld: false });
    },
    end() {
      hasEnded = true;
    },
  };
}
