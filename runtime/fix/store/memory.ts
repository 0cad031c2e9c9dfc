import type { FixStore, FixStoredMessage } from './store.js';

/** How much a store in memory keeps. */
export interface MemoryFixStoreOptions {
  /** Most messages that are kept; older ones are answered by a gap fill when they are asked for. Default: all. */
  readonly keep?: number;
}

/** A store that ends with the process: for tests, and for sessions that start over at each Logon. */
export function memoryFixStore({ keep = Infinity }: MemoryFixStoreOptions = {}): FixStore {
  let nextOutgoing = 1;
  let nextIncoming = 1;
  const messages = new Map<number, Uint8Array>();
  return {
    get nextOutgoing() {
      return nextOutgoing;
    },
    get nextIncoming() {
      return nextIncoming;
    },
    isKeptOnReturn: true,
    load() {},
    commit(change) {
      if (change.isReset) messages.clear();
      ({ nextOutgoing, nextIncoming } = change);
      for (const [sequence, message] of change.messages) messages.set(sequence, message);
      // A Map gives its keys in the order in which they came, so the first ones are the oldest.
      for (const oldest of messages.keys()) {
        if (messages.size <= keep) break;
        messages.delete(oldest);
      }
    },
    read(from, to, limit) {
      const last = Math.min(to, nextOutgoing - 1);
      const found: FixStoredMessage[] = [];
      for (let sequence = Math.max(from, 1); sequence <= last; sequence++) {
        const message = messages.get(sequence);
        if (message === undefined) continue;
        if (found.length >= limit) break;
        found.push([sequence, message]);
      }
      return found;
    },
    close() {},
  };
}
