import { randomUuid, systemRandom } from '../../core/random.js';
import { checkAddress } from '../check-address.js';
import { InFlight } from '../adapter/in-flight.js';
import { Lifecycle } from '../adapter/lifecycle.js';
import type { AddressSyntax, Broker, OutgoingMessage } from '../broker.js';
import type { RedisClient } from './client.js';
import { writeEntry } from './entries.js';
import { StreamGroup } from './group.js';
import { StreamReader } from './reader.js';
import { watchClient } from './watch.js';

/** Options of {@link redisStreamBroker}. */
export interface RedisStreamOptions {
  /** Messages with which a new group starts: those sent from now on, or all that the stream holds. Default: `new`. */
  readonly startWith?: 'new' | 'all';
  /**
   * Milliseconds after which a group gives the message of a process that does not respond to another one. A handler may take longer. Equal in
   * all processes. Default: 30,000.
   */
  readonly idle?: number;
  /** Approximate maximum length of streams without one in their binding. Default: streams grow. */
  readonly maxLength?: number;
}

/** Keys of streams. Redis matches no patterns of keys, so there are no levels. */
const keys: AddressSyntax = { reserved: /[^\w-]/u, escape: true, maxBytes: 1_024 };

const inboxPrefix = 'reply:';
const isInbox = (address: string): boolean => address.startsWith(inboxPrefix);

/** Seconds after which the stream of an inbox expires if nothing is sent to it. */
const inboxExpiry = 3_600;

/**
 * Streams of Redis 6.2 or newer on a connected client of `redis`. A group is a consumer group, which delivers a message until it is acknowledged. A
 * subscription without a group reads what is added from now on. Each subscription opens a connection; the client stays open when the broker is
 * closed.
 */
export function redisStreamBroker(
  client: RedisClient,
  options: RedisStreamOptions = {},
): Broker<'acknowledgements' | 'headers' | 'replies'> {
  const lifecycle = new Lifecycle('Redis');
  const stopWatching = watchClient(client, lifecycle);
  return {
    protocol: 'redis',
    abilities: { acknowledgements: true, headers: true, replies: true },
    addresses: keys,
    inbox: () => `${inboxPrefix}${randomUuid(systemRandom)}`,
    publish: (message) =>
      lifecycle.send(message.address, message.signal, () =>
        add(client, message, options.maxLength),
      ),
    subscribe: (address, each, handler) =>
      lifecycle.subscribe(address, async () => {
        checkAddress(address, keys, /^$/);
        const inFlight = new InFlight(each.maxInFlight, handler, lifecycle);
        const group = each.group ?? each.bindings?.redis?.group;
        if (group !== undefined) {
          const consumer = new StreamGroup({
            client,
            lifecycle,
            inFlight,
            address,
            group,
            options,
          });
          await consumer.start();
          return () => consumer.close();
        }
        const reader = new StreamReader({ client, lifecycle, inFlight, address });
        await reader.start();
        return async () => {
          await reader.close();
          if (isInbox(address) && client.isReady) await client.sendCommand(['DEL', address]);
        };
      }),
    on: (listener) => lifecycle.on(listener),
    close: () => lifecycle.close(async () => stopWatching()),
  };
}

async function add(
  client: RedisClient,
  message: OutgoingMessage,
  maxLength: number | undefined,
): Promise<void> {
  const { address, bindings } = message;
  checkAddress(address, keys, /^$/);
  const length = bindings?.redis?.maxLength ?? maxLength;
  const limit = length === undefined ? [] : ['MAXLEN', '~', String(length)];
  await client.sendCommand(['XADD', address, ...limit, '*', ...writeEntry(message)]);
  if (isInbox(address)) await client.sendCommand(['EXPIRE', address, String(inboxExpiry)]);
}
