import { systemTimers, type Timers } from '../clock.js';
import { ignoreErrors } from '../ignore-errors.js';
import { randomUuid, systemRandom } from '../random.js';
import {
  type ConnectionLimit,
  type ConnectionStore,
  memoryConnectionStore,
} from './connection-store.js';

/** Options of {@link connectionCounter}. */
export interface ConnectionCounterOptions {
  /** Store that the processes share. Default: in memory, for this process only. */
  readonly store?: ConnectionStore;
  /**
   * Milliseconds after which connections of a crashed process stop counting. Connections are renewed three times in this
   * time. Default: 30,000.
   */
  readonly lease?: number;
  /** Called when the store failed, or counted a connection no longer because its lease could not be renewed in time. */
  readonly onFailure?: (failure: ConnectionCountFailure) => void;
  /** Clock and timers; replaceable for tests. Default: those of the system. */
  readonly timers?: Timers;
}

/** A failure to count connections. */
export type ConnectionCountFailure =
  | { readonly reason: 'connection-store-failed'; readonly cause: unknown }
  | { readonly reason: 'connection-lease-lost' };

/** A counted connection. */
export interface CountedConnection {
  /** Stops counting the connection. Further calls have no effect. */
  close(): void;
}

/** Counts connections of several protocols together. */
export interface ConnectionCounter {
  /** Counts a connection, or resolves to `undefined` if a key has reached its limit. Rejects if the store fails. */
  open(limits: readonly ConnectionLimit[]): Promise<CountedConnection | undefined>;
}

/** Counting of the authenticated connections of a server. */
export interface CountedConnections<Principal = unknown> {
  /** Counter that the servers share. */
  readonly counter: ConnectionCounter;
  /** Returns the limits under which a caller's connection is counted, such as 7 for a profile. */
  readonly limitsOf: (principal: Principal) => readonly ConnectionLimit[];
}

/**
 * Creates a counter of simultaneous connections, for all servers of a program: HTTP, WebSocket and FIX. With a shared store,
 * the limits apply to all processes together.
 *
 * @throws {TypeError} if the lease is not a number above zero.
 */
export function connectionCounter(options: ConnectionCounterOptions = {}): ConnectionCounter {
  const { store = memoryConnectionStore(), lease = 30_000, timers = systemTimers } = options;
  if (!(lease > 0)) throw new TypeError('"lease" must be a positive number');
  const open = new Map<string, readonly ConnectionLimit[]>();
  let timer: unknown;
  const fail = (failure: ConnectionCountFailure): void =>
    ignoreErrors(() => options.onFailure?.(failure));
  const leaseFrom = (now: number): { readonly now: number; readonly leaseUntil: number } => ({
    now,
    leaseUntil: now + lease,
  });
  const attempt = async <Result>(action: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await action();
    } catch (cause) {
      fail({ reason: 'connection-store-failed', cause });
      return undefined;
    }
  };
  const renew = async (): Promise<void> => {
    const lost = await store.renew([...open.keys()], leaseFrom(timers.now()));
    for (const id of lost) {
      const held = open.get(id);
      if (held === undefined) continue;
      fail({ reason: 'connection-lease-lost' });
      // The connection exists, so it is counted again, even beyond the limit.
      const limits = held.map(({ key }) => ({ key, limit: Infinity }));
      await store.open(id, limits, leaseFrom(timers.now()));
      if (!open.has(id)) await store.close(id);
    }
  };
  const schedule = (): void => {
    timer ??= timers.setTimeout(() => {
      timer = undefined;
      if (open.size === 0) return;
      void attempt(renew).then(schedule);
    }, lease / 3);
  };
  return {
    async open(limits) {
      const id = randomUuid(systemRandom);
      if (!(await store.open(id, limits, leaseFrom(timers.now())))) return undefined;
      open.set(id, limits);
      schedule();
      return {
        close() {
          if (!open.delete(id)) return;
          if (open.size === 0) {
            timers.clearTimeout(timer);
            timer = undefined;
          }
          void attempt(async () => store.close(id));
        },
      };
    },
  };
}
