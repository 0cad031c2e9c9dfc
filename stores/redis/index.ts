import { measureHealth } from '../core/health.js';
import { pruneRegularly } from '../core/prune.js';
import { type StoreOptions, type Stores, storeSettings } from '../core/stores.js';
import { type RedisClient, RedisConnection, script } from './client.js';
import { fixStores } from './fix.js';
import { idempotencyStore } from './idempotency.js';
import { connectionStore, rateLimitStore } from './limits.js';
import { outbox, pruneFinished } from './outbox.js';
import { receivedDeliveryStore } from './received.js';
import { replayCache, tokenCache } from './tokens.js';

export { StoreError, type StoreErrorCode } from '../core/error.js';
export type { Health, StoreOptions, Stores } from '../core/stores.js';
export type { RedisClient } from './client.js';

/** Options of {@link redisStores}: an address, or a connected client of the program, which the program closes itself. */
export type RedisStoreOptions = StoreOptions & {
  /** Prefix of all keys. Default: `tallystick:`. */
  readonly prefix?: string;
} & ({ readonly url: string } | { readonly client: RedisClient });

const ping = script(`return redis.call('PING')`);

/**
 * Creates all stores in a Redis server, of version 6.2 or later; a cluster is not supported. What is stored survives the end of the
 * server only if it writes an append-only file with `appendfsync always`. The stores cannot join transactions of the program.
 */
export function redisStores(options: RedisStoreOptions): Stores<never> {
  const settings = storeSettings(options);
  const access = 'client' in options ? { client: options.client } : { url: options.url };
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
  let closing: Promise<void> | undefined;
  return {
    idempotency: idempotencyStore(connection),
    rateLimits: rateLimitStore(connection),
    connections: connectionStore(connection),
    replay: replayCache(connection),
    received: receivedDeliveryStore(connection),
    outbox: outbox(connection),
    tokens: tokenCache(connection),
    fix: fixStores(connection, settings),
    migrate: () => connection.migrate(),
    health: () => measureHealth(() => connection.run(ping)),
    prune,
    close() {
      stopPruning();
      closing ??= connection.close();
      return closing;
    },
  };
}
