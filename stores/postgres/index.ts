import { measureHealth } from '../core/health.js';
import { clockTolerance, pruneRegularly } from '../core/prune.js';
import { revocationRetention } from '../core/revocations.js';
import {
  type ConnectionTimeouts,
  connectionTimeouts,
  type StoreOptions,
  type Stores,
  storeSettings,
} from '../core/stores.js';
import { PostgresConnection } from './connection.js';
import { fixStores } from './fix.js';
import { idempotencyStore } from './idempotency.js';
import { connectionStore, rateLimitStore } from './limits.js';
import { outbox } from './outbox.js';
import type { PgClient, PgPool } from './pool.js';
import { receivedDeliveryStore } from './received.js';
import { revocationStore } from './revocations.js';
import { replayCache, tokenCache } from './tokens.js';

export { StoreError, type StoreErrorCode } from '../core/error.js';
export type { ConnectionTimeouts, Health, StoreOptions, Stores } from '../core/stores.js';
export type { PgClient, PgPool, PgPoolClient, PgQuery, PgResult } from './pool.js';

/**
 * Options of {@link postgresStores}: an address, or a pool of the program, which the program closes itself. While revocations are watched,
 * one connection of the pool is occupied.
 */
export type PostgresStoreOptions = StoreOptions & {
  /** Schema of the tables: lower-case letters, digits and `_`. Default: `tallystick`. */
  readonly schema?: string;
} & (
    | (ConnectionTimeouts & {
        readonly connectionString: string;
        /** Maximum number of connections, besides the one on which revocations are heard. Default: 10. */
        readonly connections?: number;
      })
    | { readonly pool: PgPool }
  );

/** Stores in a PostgreSQL database. Transactions are those of a client of `pg`. */
export interface PostgresStores extends Stores<PgClient> {
  /**
   * Runs a transaction on a client of the pool, which commits if `run` resolves and is rolled back if it rejects. The methods of
   * the stores that take a `transaction` join it with the argument of `run`.
   *
   * @param commits returns false for a result with which the transaction is rolled back.
   */
  transaction<Result>(
    run: (client: PgClient) => Promise<Result>,
    commits?: (result: Result) => boolean,
  ): Promise<Result>;
}

/**
 * Creates all stores in a PostgreSQL database, of version 13 or later.
 *
 * @throws {TypeError} for a name of a schema that would have to be quoted, and for a number out of range.
 */
export function postgresStores(options: PostgresStoreOptions): PostgresStores {
  const settings = storeSettings(options);
  const { schema = 'tallystick' } = options;
  const access =
    'pool' in options
      ? { pool: options.pool }
      : {
          connectionString: options.connectionString,
          connections: options.connections ?? 10,
          timeouts: connectionTimeouts(options),
        };
  const connection = new PostgresConnection(access, schema);
  const prune = async (): Promise<number> => {
    const now = Date.now() - clockTolerance;
    const { delivered, dead } = settings.retention;
    const second = Math.floor(now / 1_000);
    const removals: readonly (readonly [string, number])[] = [
      ['$s.idempotency where expires <= $1', now],
      ['$s.bucket where full_at <= $1', now],
      ['$s.connection where lease_until <= $1', now],
      ['$s.replay where until < $1', second],
      ['$s.received where forget_at <= $1 and lease_until <= $1', now],
      ['$s.token where until <= $1', now],
      ['$s.revocation where at <= $1', now - revocationRetention],
      [
        `$s.outbox where status = 'succeeded' and finished_at <= $1 and not releases`,
        now - delivered,
      ],
      [`$s.outbox where status = 'failed' and finished_at <= $1 and not releases`, now - dead],
    ];
    let removed = 0;
    for (const [text, before] of removals)
      removed += await connection.run(`delete from ${text}`, [before]);
    return removed;
  };
  const stopPruning = pruneRegularly(prune, settings.pruneInterval, settings.onError);
  const revocations = revocationStore(connection, settings.onError);
  let closing: Promise<void> | undefined;
  return {
    idempotency: idempotencyStore(connection),
    rateLimits: rateLimitStore(connection),
    connections: connectionStore(connection),
    replay: replayCache(connection),
    received: receivedDeliveryStore(connection),
    outbox: outbox(connection),
    tokens: tokenCache(connection),
    revocations,
    fix: fixStores(connection, settings),
    transaction: (run, commits) => connection.transaction(run, commits),
    migrate: () => connection.migrate(),
    health: () => measureHealth(() => connection.rows('select 1', [])),
    prune,
    close() {
      stopPruning();
      revocations.close();
      closing ??= connection.close();
      return closing;
    },
  };
}
