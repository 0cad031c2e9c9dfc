import { systemTimers, type Clock } from '../clock.js';
import { ignoreErrors } from '../ignore-errors.js';
import type { Awaitable } from './options.js';

/** Carries revocations between processes. A store on a database or a message broker implements it. */
export interface RevocationStore {
  /** Passes a revocation to the listeners of all processes, this one included. Rejects if that is not certain. */
  publish(key: string): Awaitable<void>;
  /**
   * Calls the listener for every revocation that any process publishes from now on, within a second, and at least once. After an
   * interruption it catches up on what was published in the meantime. Returns a function that ends this.
   */
  subscribe(listener: (key: string) => void): () => void;
}

/** Revocations of keys, which servers of all protocols share. */
export interface Revocations {
  /**
   * Closes the open connections that were authenticated with a key: feeds, FIX sessions, and streamed responses. Resolves when the store has
   * passed it on. Mark the key as revoked in the lookup of the verifiers first, so that it cannot be used again.
   */
  revoke(key: string): Promise<void>;
  /** Calls a listener for every revocation, until the returned function is called. For servers. */
  watch(listener: (key: string) => void): () => void;
  /** True if a key has been revoked since a time of {@link now}. For servers, which verify a key while it is being revoked. */
  isRevokedSince(key: string, time: number): boolean;
  /** Number that increases with every revocation. */
  now(): number;
  /** Ends the subscription to the store. */
  close(): void;
}

/** Option of a server that closes connections of revoked keys. */
export interface RevocationOptions {
  /** Revocations to watch, from `createRevocations`. */
  readonly revocations?: Revocations;
  /** Key of a principal. Default: its property `keyName`. */
  readonly revocationKeyOf?: (principal: unknown) => string | undefined;
}

/** Creates revocations. Processes that share a `store` share them. Default: within this process. */
export function createRevocations(
  options: { readonly store?: RevocationStore; readonly clock?: Clock } = {},
): Revocations {
  const { store = memoryRevocationStore(), clock = systemTimers } = options;
  const listeners = new Set<(key: string) => void>();
  const recent = new Map<string, { readonly number: number; readonly at: number }>();
  let number = 0;
  const end = store.subscribe((key) => {
    const now = clock.now();
    number += 1;
    recent.delete(key);
    recent.set(key, { number, at: now });
    for (const [old, { at }] of recent) {
      if (now - at < remembered && recent.size <= maxRecent) break;
      recent.delete(old);
    }
    for (const listener of listeners) ignoreErrors(() => listener(key));
  });
  return {
    async revoke(key) {
      await store.publish(key);
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    isRevokedSince: (key, time) => (recent.get(key)?.number ?? 0) > time,
    now: () => number,
    close: end,
  };
}

/** Time in milliseconds for which a revocation is remembered: longer than any verification takes. */
const remembered = 600_000;
const maxRecent = 100_000;

/** Creates a store for the servers of one process. */
export function memoryRevocationStore(): RevocationStore {
  const listeners = new Set<(key: string) => void>();
  return {
    publish(key) {
      for (const listener of listeners) listener(key);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Key of a principal, if it can be revoked. */
export function revocableKey(
  principal: unknown,
  { revocationKeyOf = keyNameOf }: RevocationOptions,
): string | undefined {
  return principal === undefined ? undefined : revocationKeyOf(principal);
}

function keyNameOf(principal: unknown): string | undefined {
  if (typeof principal !== 'object' || principal === null) return undefined;
  const name: unknown = Object.hasOwn(principal, 'keyName')
    ? Reflect.get(principal, 'keyName')
    : undefined;
  return typeof name === 'string' ? name : undefined;
}
