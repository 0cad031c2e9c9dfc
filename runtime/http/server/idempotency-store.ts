import type { Awaitable } from '../../core/server/options.js';
import type { MemoryTransaction } from '../../core/server/memory-transaction.js';

/**
 * Stores responses under idempotency keys. Each method must be atomic.
 *
 * A claim is a lease: it is renewed while the handler runs, and another process may claim the key after it has expired. The
 * store forgets a response after its expiry.
 *
 * With a `transaction`, which is an object of the program's database, a method becomes part of it: it takes effect if and when
 * the program commits. A store without transactions throws an error for it.
 */
export interface IdempotencyStore<Transaction = unknown> {
  /** Claims a free key, or returns the state of the key. */
  begin(
    key: string,
    claim: IdempotencyClaim,
    transaction?: Transaction,
  ): Awaitable<IdempotencyState>;
  /**
   * Extends a claim. Returns false if it expired and another one was made, or if it is finished. Without this method, the
   * lease of each claim is the lifetime of the key.
   */
  renew?(key: string, claim: string, lease: ClaimLease): Awaitable<boolean>;
  /**
   * Stores the response. Returns false, and stores nothing, if the claim expired and another one was made. No value counts as
   * true.
   */
  finish(
    key: string,
    claim: string,
    answer: StoredAnswer,
    transaction?: Transaction,
  ): Awaitable<boolean | void>;
  /** Frees the key, if it still belongs to the claim: the request may be repeated. */
  release(key: string, claim: string): Awaitable<void>;
}

/** Lease of a claim, by the clock of the process that holds it. A store with a clock of its own uses the difference. */
export interface ClaimLease {
  /** Current time in milliseconds since the epoch. */
  readonly now: number;
  /** Time at which the claim expires unless it is renewed, in milliseconds since the epoch. */
  readonly leaseUntil: number;
}

/** One attempt to execute a request. */
export interface IdempotencyClaim extends ClaimLease {
  /** Unique identifier of this attempt. */
  readonly claim: string;
  /** Digest of the request's payload. */
  readonly digest: string;
  /** Identifies the caller, so that a store can prevent one caller from evicting the responses of others. */
  readonly owner: string;
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
  leaseUntil: number;
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
export function memoryIdempotencyStore(
  capacity = 10_000,
): IdempotencyStore<MemoryTransaction> & Required<Pick<IdempotencyStore, 'renew'>> {
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
  const release = (key: string, claim: string): void => {
    const entry = entries.get(key);
    if (entry?.claim === claim && entry.answer === undefined) drop(key);
  };
  return {
    begin(key, { claim, digest, owner, now, leaseUntil, expires }, transaction) {
      dropExpired(now);
      const entry = entries.get(key);
      if (entry !== undefined && entry.expires > now) {
        const { answer } = entry;
        if (answer !== undefined) return { state: 'finished', digest: entry.digest, answer };
        if (entry.leaseUntil > now) return { state: 'running', digest: entry.digest };
      }
      drop(key);
      if (!makeRoom(owner)) return { state: 'full' };
      entries.set(key, { claim, digest, owner, leaseUntil, expires, answer: undefined });
      const keys = keysByOwner.get(owner) ?? new Set();
      keysByOwner.set(owner, keys.add(key));
      transaction?.onRollback?.(() => release(key, claim));
      return { state: 'new' };
    },
    renew(key, claim, { leaseUntil }) {
      const entry = entries.get(key);
      if (entry?.claim !== claim || entry.answer !== undefined) return false;
      entry.leaseUntil = leaseUntil;
      return true;
    },
    finish(key, claim, answer, transaction) {
      const entry = entries.get(key);
      if (entry?.claim !== claim) return false;
      const store = (): void => {
        entry.answer = answer;
      };
      if (transaction === undefined) store();
      else transaction.onCommit(store);
      return true;
    },
    release,
  };
}
