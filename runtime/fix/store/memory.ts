import type { FixStore } from './store.js';

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
    append(sequence, message) {
      nextOutgoing = sequence + 1;
      if (message === undefined) return;
      messages.set(sequence, message);
      // A Map gives its keys in the order in which they came, so the first one is the oldest.
      if (messages.size > keep)
        for (const oldest of messages.keys()) return void messages.delete(oldest);
    },
    *read(from, to) {
      const last = Math.min(to, nextOutgoing - 1);
      for (let sequence = Math.max(from, 1); sequence <= last; sequence++) {
        const message = messages.get(sequence);
        if (message !== undefined) yield [sequence, message];
      }
    },
    expect(sequence) {
      nextIncoming = sequence;
    },
    reset() {
      nextOutgoing = 1;
      nextIncoming = 1;
      messages.clear();
    },
    flush() {},
    close() {},
  };
}
