import type { Awaitable } from '../../core/server/options.js';

/** Stores responses under idempotency keys. An implementation on a database must make `begin` atomic. */
export interface IdempotencyStore {
  /** Claims a free key, or returns the state of the key. */
  begin(key: string, claim: IdempotencyClaim): Awaitable<IdempotencyState>;
  /** Stores the response, if the key still belongs to the claim. */
  finish(key: string, claim: string, answer: StoredAnswer): Awaitable<void>;
  /** Frees the key, if it still belongs to the claim: the request may be repeated. */
  release(key: string, claim: string): Awaitable<void>;
}

/** One attempt to execute a request. */
export interface IdempotencyClaim {
  /** Unique identifier of this attempt. */
  readonly claim: string;
  /** Digest of the request's payload. */
  readonly digest: string;
  /** Identifies the caller, so that a store can prevent one caller from evicting the responses of others. */
  readonly owner: string;
  /** Current time in milliseconds since the epoch. */
  readonly now: number;
  /** Expiry time of the key in milliseconds since the epoch. */
  readonly expires: number;
}

/** State of a key. `full`: the store has no capacity left, and nothing that it may remove. */
export type IdempotencyState =
  | { readonly state: 'new' | 'full' }
  | { readonly state: 'running'; readonly digest: string }
  | { readonly state: 'finished'; readonly digest: string; readonly answer: StoredAnswer };

/** A response as it was sent. */
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
 * Creates an in-memory store with at most `capacity` keys.
 *
 * When it is full, it removes the oldest finished response of the same caller, or else
 * the oldest of any caller. No caller can therefore evict the responses of others
 * while it has its own. If all requests are still running, new keys are refused.
 *
 * @throws {Error} if the capacity is not a number above zero.
 */
export function memoryIdempotencyStore(capacity = 10_000): IdempotencyStore {
  if (!(capacity > 0)) throw new Error('The capacity of a store must be a positive number.');
  // In order of age, which is the order of expiry if the lifetime never changes.
  const entries = new Map<string, Entry>();
  const keysByOwner = new Map<string, Set<string>>();
  const drop = (key: string): void => {
    const owner = entries.get(key)?.owner ?? '';
    const keys = keysByOwner.get(owner);
    keys?.delete(key);
    if (keys?.size === 0) keysByOwner.delete(owner);
    entries.delete(key);
  };
  const dropExpired = (now: number): void => {
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
    entries.size < capacity ||
    dropFinished(keysByOwner.get(owner) ?? []) ||
    dropFinished(entries.keys());
  return {
    begin(key, { claim, digest, owner, now, expires }) {
      dropExpired(now);
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
      const keys = keysByOwner.get(owner) ?? new Set();
      keysByOwner.set(owner, keys.add(key));
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
