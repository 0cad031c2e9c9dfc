import { measureHealth } from '../core/health.js';
import { clockTolerance, pruneRegularly } from '../core/prune.js';
import { revocationRetention } from '../core/revocations.js';
import { type StoreOptions, type Stores, storeSettings } from '../core/stores.js';
import { SqliteConnection } from './connection.js';
import { openSqlite, type SqliteDatabase } from './database.js';
import { fixStores } from './fix.js';
import { idempotencyStore } from './idempotency.js';
import { connectionStore, rateLimitStore } from './limits.js';
import { outbox } from './outbox.js';
import { receivedDeliveryStore } from './received.js';
import { revocationStore } from './revocations.js';
import { replayCache, tokenCache } from './tokens.js';

export { StoreError, type StoreErrorCode } from '../core/error.js';
export type { Health, StoreOptions, Stores } from '../core/stores.js';
export type { SqliteDatabase, SqliteStatement, SqliteValue } from './database.js';

/** Options of {@link sqliteStores}: a file, or an open connection of the program, which the program closes itself. */
export type SqliteStoreOptions = StoreOptions &
  ({ readonly path: string } | { readonly database: SqliteDatabase });

/** Stores in an SQLite database. */
export interface SqliteStores extends Stores<SqliteDatabase> {
  /** The connection of the stores, for the program's own statements within {@link SqliteStores.transaction}. */
  readonly database: SqliteDatabase;
  /**
   * Runs a transaction, which commits if `run` resolves and is rolled back if it rejects. The methods of the stores that take a
   * `transaction` join it with the argument of `run`. All other methods wait until it has ended, so `run` must not wait for them.
   *
   * @param commits returns false for a result with which the transaction is rolled back.
   */
  transaction<Result>(
    run: (database: SqliteDatabase) => Result | Promise<Result>,
    commits?: (result: Result) => boolean,
  ): Promise<Result>;
}

/**
 * Creates all stores in an SQLite database. Several processes may use one file. What was requested in one turn of the event loop
 * is committed together.
 *
 * @throws {StoreError} `driver` or `unreachable` if the file cannot be opened.
 */
export function sqliteStores(options: SqliteStoreOptions): SqliteStores {
  const settings = storeSettings(options);
  const database = 'database' in options ? options.database : openSqlite(options.path);
  const connection = new SqliteConnection(database);
  const prune = (): Promise<number> =>
    connection.execute(({ run }) => {
      const now = Date.now() - clockTolerance;
      const { delivered, dead } = settings.retention;
      return (
        run('delete from tallystick_idempotency where expires <= ?', now) +
        run('delete from tallystick_bucket where full_at <= ?', now) +
        run('delete from tallystick_connection where lease_until <= ?', now) +
        run('delete from tallystick_replay where until < ?', Math.floor(now / 1_000)) +
        run('delete from tallystick_received where forget_at <= ? and lease_until <= ?', now, now) +
        run('delete from tallystick_token where until <= ?', now) +
        run('delete from tallystick_revocation where at <= ?', now - revocationRetention) +
        run(
          `delete from tallystick_outbox where status = 'succeeded' and finished_at <= ?`,
          now - delivered,
        ) +
        run(
          `delete from tallystick_outbox where status = 'failed' and finished_at <= ?`,
          now - dead,
        )
      );
    });
  const stopPruning = pruneRegularly(prune, settings.pruneInterval, settings.onError);
  const revocations = revocationStore(connection, settings.onError);
  let isClosed = false;
  return {
    database,
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
    health: () => measureHealth(() => connection.execute(({ get }) => get('select 1'))),
    prune,
    async close() {
      if (isClosed) return;
      isClosed = true;
      stopPruning();
      revocations.close();
      await connection.drain();
      if (!('database' in options)) database.close();
    },
  };
}
