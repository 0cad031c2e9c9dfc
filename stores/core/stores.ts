import type { TokenCache } from '@tallystick/runtime/auth/oauth2';
import type { ReplayCache } from '@tallystick/runtime/auth/jwt';
import type { FixStores } from '@tallystick/runtime/fix';
import type {
  ConnectionStore,
  IdempotencyStore,
  RateLimitStore,
  RevocationStore,
} from '@tallystick/runtime/http/server';
import type { Outbox } from '@tallystick/runtime/webhooks';
import type { ReceivedDeliveryStore } from '@tallystick/runtime/webhooks/server';

/** All stores of one database. `Transaction` is the type of the program's transactions that they can join. */
export interface Stores<Transaction = unknown> {
  /** Responses under idempotency keys: option `idempotency.store` of a server. */
  readonly idempotency: IdempotencyStore<Transaction> &
    Required<Pick<IdempotencyStore<Transaction>, 'renew'>>;
  /** Buckets of rate limits: option `rateLimits.store` of a server. */
  readonly rateLimits: RateLimitStore;
  /** Open connections: option `store` of `connectionCounter`. */
  readonly connections: ConnectionStore;
  /** Single-use values: option `replay` of verifiers. */
  readonly replay: ReplayCache;
  /** Webhooks received: option `deliveries.store` of a receiver. */
  readonly received: ReceivedDeliveryStore<Transaction>;
  /** Webhooks to be sent: option `outbox` of a sender, and of its workers. */
  readonly outbox: Outbox<Transaction>;
  /** OAuth tokens: option `cache` of `clientCredentials`. */
  readonly tokens: TokenCache;
  /** Revocations of keys: option `store` of `createRevocations`. */
  readonly revocations: RevocationStore;
  /** FIX sessions: option `store` of an acceptor or initiator. */
  readonly fix: FixStores;
  /**
   * Creates the tables, or updates those of an earlier version. Several processes may call it at the same time.
   *
   * @throws {StoreError} `version` if the tables were created by a later version.
   */
  migrate(): Promise<void>;
  /** Reports whether the database is reachable and has the expected tables. Never rejects. */
  health(): Promise<Health>;
  /**
   * Removes expired data. Stores also do so regularly, unless `pruneInterval` is 0.
   *
   * @returns the number of removed records.
   */
  prune(): Promise<number>;
  /** Completes what is in progress, and closes connections that the stores opened themselves. */
  close(): Promise<void>;
}

/** State of a database. */
export type Health =
  | { readonly ok: true; readonly latency: number }
  | { readonly ok: false; readonly error: Error };

/** Retention of records, and other options of all databases. */
export interface StoreOptions {
  /** Retention in milliseconds. */
  readonly retention?: {
    /** Succeeded deliveries of the outbox. Default: 24 hours. */
    readonly delivered?: number;
    /** Dead letters of the outbox. Default: 30 days. */
    readonly dead?: number;
  };
  /** Milliseconds between removals of expired data; 0 for none. Default: 60,000. */
  readonly pruneInterval?: number;
  /** Called when a removal of expired data, the renewal of a FIX session, or reading revocations fails. */
  readonly onError?: (error: unknown) => void;
  /** Lease of an open FIX session in milliseconds, after which the session of a crashed process can be opened. Default: 10,000. */
  readonly fixLease?: number;
  /** Maximum number of messages that a FIX session keeps to be resent. Default: unlimited. */
  readonly fixMessages?: number;
}

/** Time limits of connections that the stores open themselves. */
export interface ConnectionTimeouts {
  /** Milliseconds within which a connection must be ready for use. Default: 5,000. */
  readonly connectTimeout?: number;
  /** Milliseconds within which the server must respond to a command. Default: 15,000. */
  readonly responseTimeout?: number;
}

/**
 * Applies the defaults.
 *
 * @throws {TypeError} for a number out of range.
 */
export function connectionTimeouts(options: ConnectionTimeouts): Required<ConnectionTimeouts> {
  const { connectTimeout = 5_000, responseTimeout = 15_000 } = options;
  for (const [name, value] of Object.entries({ connectTimeout, responseTimeout }))
    if (!(value > 0)) throw new TypeError(`"${name}" must be a positive number`);
  return { connectTimeout, responseTimeout };
}

/** {@link StoreOptions} with all defaults applied. */
export interface StoreSettings {
  readonly retention: { readonly delivered: number; readonly dead: number };
  readonly pruneInterval: number;
  readonly onError: (error: unknown) => void;
  readonly fixLease: number;
  readonly fixMessages: number;
}

/**
 * Applies the defaults.
 *
 * @throws {TypeError} for a number out of range.
 */
export function storeSettings(options: StoreOptions): StoreSettings {
  const { retention = {}, pruneInterval = 60_000, fixLease = 10_000 } = options;
  const { delivered = 86_400_000, dead = 30 * 86_400_000 } = retention;
  const { fixMessages = Number.MAX_SAFE_INTEGER, onError = () => undefined } = options;
  const numbers = { delivered, dead, pruneInterval, fixMessages };
  for (const [name, value] of Object.entries(numbers))
    if (!(value >= 0)) throw new TypeError(`"${name}" must be a non-negative number`);
  if (!(fixLease > 0)) throw new TypeError('"fixLease" must be a positive number');
  return { retention: { delivered, dead }, pruneInterval, onError, fixLease, fixMessages };
}
