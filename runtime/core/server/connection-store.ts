import type { Awaitable } from './options.js';

/**
 * Counts the open connections of all processes and protocols that share the store. Each method must be atomic.
 *
 * A connection is a lease: it is renewed while it is open, so that connections of a crashed process stop counting.
 * Times are milliseconds since the epoch, by the clock of the process; a store with a clock of its own uses the difference.
 */
export interface ConnectionStore {
  /** Counts a connection if every key has fewer open connections than its limit. Otherwise counts nothing and returns false. */
  open(id: string, limits: readonly ConnectionLimit[], lease: ConnectionLease): Awaitable<boolean>;
  /** Extends the leases of connections. Returns the ids of those that are no longer counted. */
  renew(ids: readonly string[], lease: ConnectionLease): Awaitable<readonly string[]>;
  /** Stops counting a connection. */
  close(id: string): Awaitable<void>;
  /** Number of open connections of a key. */
  count(key: string, now: number): Awaitable<number>;
}

/** Maximum number of simultaneous connections under one key, such as a profile. */
export interface ConnectionLimit {
  readonly key: string;
  readonly limit: number;
}

/** Lease of a connection. */
export interface ConnectionLease {
  readonly now: number;
  readonly leaseUntil: number;
}

/** Creates a store that counts the connections of one process, of any number of servers. */
export function memoryConnectionStore(): ConnectionStore {
  const connections = new Map<string, { readonly keys: readonly string[]; leaseUntil: number }>();
  const idsByKey = new Map<string, Set<string>>();
  const close = (id: string): void => {
    for (const key of connections.get(id)?.keys ?? []) {
      const ids = idsByKey.get(key);
      ids?.delete(id);
      if (ids?.size === 0) idsByKey.delete(key);
    }
    connections.delete(id);
  };
  const count = (key: string, now: number): number => {
    const ids = idsByKey.get(key) ?? [];
    for (const id of ids) if ((connections.get(id)?.leaseUntil ?? 0) <= now) close(id);
    return idsByKey.get(key)?.size ?? 0;
  };
  return {
    open(id, limits, { now, leaseUntil }) {
      close(id);
      if (limits.some(({ key, limit }) => count(key, now) >= limit)) return false;
      const keys = limits.map(({ key }) => key);
      connections.set(id, { keys, leaseUntil });
      for (const key of keys) idsByKey.set(key, (idsByKey.get(key) ?? new Set()).add(id));
      return true;
    },
    renew(ids, { now, leaseUntil }) {
      return ids.filter((id) => {
        const connection = connections.get(id);
        if (connection === undefined || connection.leaseUntil <= now) return true;
        connection.leaseUntil = leaseUntil;
        return false;
      });
    },
    close,
    count,
  };
}
