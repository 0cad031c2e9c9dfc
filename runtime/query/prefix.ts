import { type Client, type ClientConfig, clientConfig } from '../core/client/client-config.js';
import type { OperationKey } from './call.js';

const keyPrefix: unique symbol = Symbol.for('@tallystick/key-prefix');

/** A client whose data has keys of its own. */
interface PrefixedClient {
  readonly [clientConfig]: ClientConfig;
  readonly [keyPrefix]: string;
}

/**
 * A client for queries whose keys begin with a prefix, so that the data of two clients of the same package does not mix in one cache.
 * It sends what the given client sends.
 *
 * ```ts
 * const eu = clientWithPrefix('eu', new ShopClient({ baseUrl: 'https://eu.shop.example' }));
 * ```
 */
export function clientWithPrefix(prefix: string, client: Client): Client {
  const prefixed: PrefixedClient = { [clientConfig]: client[clientConfig], [keyPrefix]: prefix };
  return prefixed;
}

/** The key of the same data of a client that {@link clientWithPrefix} returns. */
export function keyWithPrefix<Key extends OperationKey>(prefix: string, key: Key): Key {
  return [prefix, ...key] as unknown as Key;
}

/** A key for a client. */
export function keyFor(client: Client, key: OperationKey): OperationKey {
  const prefix = (client as Partial<PrefixedClient>)[keyPrefix];
  return prefix === undefined ? key : keyWithPrefix(prefix, key);
}
