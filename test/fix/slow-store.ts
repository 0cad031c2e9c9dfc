import { type FixChange, type FixStore, memoryFixStore } from '@tallystick/runtime/fix';

/** A commit that waits for the test. */
export interface WaitingCommit {
  readonly change: FixChange;
  readonly keep: () => void;
  readonly fail: (error: Error) => void;
}

/** A transaction of a program, with what was written in it. */
export interface Transaction {
  readonly changes: FixChange[];
  commit(): void;
}

/** A store that answers later, as one on another machine does. */
export interface SlowStore {
  readonly store: FixStore;
  readonly waiting: WaitingCommit[];
  /** Keeps what waits. */
  readonly keep: () => void;
  /** Fails what waits, and everything behind it. */
  readonly fail: (error: Error) => void;
  readonly begin: () => Transaction;
}

/** Makes a store whose commits are kept when the test says so. */
export function slowStore(isKeptOnReturn: boolean = false): SlowStore {
  const kept = memoryFixStore();
  const waiting: WaitingCommit[] = [];
  return {
    waiting,
    keep() {
      for (const each of waiting.splice(0)) each.keep();
    },
    fail(error) {
      for (const each of waiting.splice(0)) each.fail(error);
    },
    begin() {
      const changes: FixChange[] = [];
      return {
        changes,
        commit() {
          for (const change of changes) void kept.commit(change);
        },
      };
    },
    store: {
      get nextOutgoing() {
        return kept.nextOutgoing;
      },
      get nextIncoming() {
        return kept.nextIncoming;
      },
      isKeptOnReturn,
      load: () => Promise.resolve(),
      commit(change, transaction) {
        if (transaction !== undefined) {
          (transaction as Transaction).changes.push(change);
          return Promise.resolve();
        }
        return new Promise((resolve, fail) => {
          waiting.push({
            change,
            keep() {
              void kept.commit(change);
              resolve();
            },
            fail,
          });
        });
      },
      read: (from, to, limit) => Promise.resolve(kept.read(from, to, limit)),
      close: () => Promise.resolve(),
    },
  };
}
