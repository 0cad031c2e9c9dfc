import type { Awaitable } from '../../core/server/options.js';

/** Remembers answers under idempotency keys. An implementation over a database must make `begin` atomic. */
export interface IdempotencyStore {
  /** Claims a key that is free, or says what became of it. */
  begin(key: string, claim: IdempotencyClaim): Awaitable<IdempotencyState>;
  /** Keeps the answer, if the key still belongs to that claim. */
  finish(key: string, claim: string, answer: StoredAnswer): Awaitable<void>;
  /** Frees the key, if it still belongs to that claim: the request may be tried again. */
  release(key: string, claim: string): Awaitable<void>;
}

/** One attempt to run a request. */
export interface IdempotencyClaim {
  /** Tells this attempt from others. */
  readonly claim: string;
  /** Of the payload. */
  readonly digest: string;
  /** Stands for the caller, so that a store can keep one from crowding out the answers of others. */
  readonly owner: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** When the key is forgotten, milliseconds since the epoch. */
  readonly expires: number;
}

/** `full`: the store has no room and nothing that it may forget. */
export type IdempotencyState =
  | { readonly state: 'new' | 'full' }
  | { readonly state: 'running'; readonly digest: string }
  | { readonly state: 'finished'; readonly digest: string; readonly answer: StoredAnswer };

/** An answer as it went out. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string | Uint8Array | undefined;
}

interface Entry {
  readonly claim: string;
  readonly owner: string;
  readonly digest: string;
  readonly expires: number;
  answer: StoredAnswer | undefined;
}

/**
 * A store in memory that keeps `capacity` keys at most. When it is full the oldest finished answer of the same caller goes,
 * else the oldest of anybody: nobody can make it forget what others will ask for. While all are running, nothing
 * new is let in. Throws for a capacity that is no number above zero.
 */
export function memoryIdempotencyStore(capacity = 10_000): IdempotencyStore {
  if (!(capacity > 0)) throw new Error('The capacity of a store must be a number above zero.');
  // In order of age, which is the order of expiry where the lifetime is always the same.
  const entries = new Map<string, Entry>();
  const owned = new Map<string, Set<string>>();
  const drop = (key: string): void => {
    const owner = entries.get(key)?.owner ?? '';
    const keys = owned.get(owner);
    keys?.delete(key);
    if (keys?.size === 0) owned.delete(owner);
    entries.delete(key);
  };
  const forget = (now: number): void => {
    for (const [key, entry] of entries) {
      if (entry.expires > now) return;
      drop(key);
    }
  };
  const dropFinished = (keys: Iterable<string>): boolean => {
    for (const key of keys) {
      if (entries.get(key)?.answer === undefined) continue;
      drop(key);
      return true;
    }
    return false;
  };
  const makeRoom = (owner: string): boolean =>
    entries.size < capacity || dropFinished(owned.get(owner) ?? []) || dropFinished(entries.keys());
  return {
    begin(key, { claim, digest, owner, now, expires }) {
      forget(now);
      const entry = entries.get(key);
      if (entry !== undefined && entry.expires > now) {
        const { answer } = entry;
        return answer === undefined
          ? { state: 'running', digest: entry.digest }
          : { state: 'finished', digest: entry.digest, answer };
      }
      drop(key);
      if (!makeRoom(owner)) return { state: 'full' };
      entries.set(key, { claim, digest, owner, expires, answer: undefined });
      const keys = owned.get(owner) ?? new Set();
      owned.set(owner, keys.add(key));
      return { state: 'new' };
    },
    finish(key, claim, answer) {
      const entry = entries.get(key);
      if (entry?.claim === claim) entry.answer = answer;
    },
    release(key, claim) {
      if (entries.get(key)?.claim === claim) drop(key);
    },
  };
}
