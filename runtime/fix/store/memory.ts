import type { FixStore, FixStoredMessage } from './store.js';
import type { FixPolicy } from '../policy.js';

/** Options of {@link memoryFixStore}. */
export interface MemoryFixStoreOptions {
  /** Maximum number of stored messages. Requests for older ones are answered with a gap fill. Default: unlimited. */
  readonly keep?: number;
}

/** Creates an in-memory store: for tests, and for sessions that restart their sequence numbers with each Logon (A). */
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
      // A Map iterates in insertion order, so the first keys are the oldest.
      for (const oldest of messages.keys()) {
        if (messages.size <= keep) break;
        messages.delete(oldest);
      }
    },
    read(from, to, limit) {
      const last = Math.min(to, nextOutgoing - 1);
      const result: FixStoredMessage[] = [];
      for (let sequence = Math.max(from, 1); sequence <= last; sequence++) {
        const message = messages.get(sequence);
        if (message === undefined) continue;
        if (result.length >= limit) break;
        result.push([sequence, message]);
      }
      return result;
    },
    close() {},
  };
}

/** Default store: in memory, with as many messages as the description allows to be resent. */
export function defaultFixStore({ resend }: FixPolicy): FixStore {
  return memoryFixStore(resend.window === undefined ? {} : { keep: resend.window });
}
