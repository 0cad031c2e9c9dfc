import { measureHealth } from '../core/health.js';
import { pruneRegularly } from '../core/prune.js';
import {
  type ConnectionTimeouts,
  connectionTimeouts,
  type StoreOptions,
  type Stores,
  storeSettings,
} from '../core/stores.js';
import { type RedisClient, RedisConnection } from './client.js';
import { fixStores } from './fix.js';
import { idempotencyStore } from './idempotency.js';
import { connectionStore, rateLimitStore } from './limits.js';
import { outbox, pruneFinished } from './outbox.js';
import { receivedDeliveryStore } from './received.js';
import { revocationStore } from './revocations.js';
import { storeScript } from './script.js';
import { replayCache, tokenCache } from './tokens.js';
import type { RedisTransaction } from './transaction.js';

export { StoreError, type StoreErrorCode } from '../core/error.js';
export type { ConnectionTimeouts, Health, StoreOptions, Stores } from '../core/stores.js';
export type { RedisClient } from './client.js';
export type { ScriptArgument } from './script.js';
export type { RedisTransaction } from './transaction.js';

/** Options of {@link redisStores}: an address, or a connected client of the program, which the program closes itself. */
export type RedisStoreOptions = StoreOptions & {
  /** Prefix of all keys. Default: `tallystick:`. */
  readonly prefix?: string;
} & ((ConnectionTimeouts & { readonly url: string }) | { readonly client: RedisClient });

const ping = storeScript(`return redis.call('PING')`);

/** Stores in a Redis server. */
export interface RedisStores extends Stores<RedisTransaction> {
  /**
   * Runs a transaction: its commands are executed together if `run` resolves, and none of them if it rejects. The methods of the stores that
   * take a `transaction` join it with the argument of `run`.
   *
   * @param commits returns false for a result with which nothing is executed.
   * @throws {StoreError} `conflict` if a condition is not met, such as a claim that another process has taken in the meantime.
   */
  transaction<Result>(
    run: (transaction: RedisTransaction) => Promise<Result>,
    commits?: (result: Result) => boolean,
  ): Promise<Result>;
}

/**
 * Creates all stores in a Redis server, of version 6.2 or later; a cluster is not supported. What is stored survives the end of the
 * server only if it writes an append-only file with `appendfsync always`.
 */
export function redisStores(options: RedisStoreOptions): RedisStores {
  const settings = storeSettings(options);
  const access =
    'client' in options
      ? { client: options.client }
      : { url: options.url, timeouts: connectionTimeouts(options) };
  const connection = new RedisConnection(access, options.prefix ?? 'tallystick:');
  const prune = async (): Promise<number> => {
    const now = Date.now();
    let removed = 0;
    for (const [state, retention] of [
      ['succeeded', settings.retention.delivered],
      ['failed', settings.retention.dead],
    ] as const)
      for (let count = 1; count > 0; removed += count)
        count = Number(await connection.run(pruneFinished, state, now - retention));
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
    health: () => measureHealth(() => connection.run(ping)),
    prune,
    close() {
      stopPruning();
      revocations.close();
      closing ??= connection.close();
      return closing;
    },
  };
}
