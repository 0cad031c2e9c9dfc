import { checkAddress } from '../check-address.js';
import { InFlight } from '../adapter/in-flight.js';
import { Lifecycle } from '../adapter/lifecycle.js';
import {
  type AddressSyntax,
  type Broker,
  BrokerError,
  type Delivery,
  type OutgoingMessage,
  type Settlement,
  type SubscribeOptions,
} from '../broker.js';
import { matchesPattern } from '../pattern.js';
import type { RedisClient } from './client.js';
import { openReader, watchClient } from './watch.js';

/** Options of {@link redisPubSubBroker}. */
export interface RedisPubSubOptions {
  /** Text between the levels of channels. Default: `:`. */
  readonly separator?: string;
}

/**
 * PUBLISH and SUBSCRIBE of Redis on a connected client of `redis`. Messages are delivered at most once, to all subscribers: there are no groups,
 * headers or replies, and messages sent while the connection is interrupted are lost. The client stays open when the broker is closed.
 */
export function redisPubSubBroker(
  client: RedisClient,
  { separator = ':' }: RedisPubSubOptions = {},
): Broker<'wildcards'> {
  const lifecycle = new Lifecycle('Redis');
  const stopWatching = watchClient(client, lifecycle);
  const addresses: AddressSyntax = {
    separator,
    one: '*',
    rest: '**',
    // Also what would separate levels in a program with another separator.
    reserved: /[^\w-]/u,
    escape: true,
    maxBytes: 1_024,
  };
  let reader: Promise<RedisClient> | undefined;
  const opened = (): Promise<RedisClient> =>
    (reader ??= openReader(client).catch((error: unknown) => {
      reader = undefined;
      throw error;
    }));
  return {
    protocol: 'redis',
    abilities: { wildcards: true },
    addresses,
    publish: (message) =>
      lifecycle.send(message.address, message.signal, async () => {
        checkAddress(message.address, addresses, /^$/);
        refuseMembers(message);
        const { buffer, byteOffset, byteLength } = message.payload;
        await client.sendCommand([
          'PUBLISH',
          message.address,
          Buffer.from(buffer, byteOffset, byteLength),
        ]);
      }),
    subscribe: (pattern, options, handler) =>
      lifecycle.subscribe(pattern, async () => {
        checkAddress(pattern, addresses, /^$/);
        const inFlight = new InFlight(options.maxInFlight, handler, lifecycle);
        return await subscribe(await opened(), pattern, options, { addresses, inFlight });
      }),
    on: (listener) => lifecycle.on(listener),
    close: () =>
      lifecycle.close(async () => {
        stopWatching();
        (await reader)?.destroy();
      }),
  };
}

async function subscribe(
  reader: RedisClient,
  pattern: string,
  { group, bindings }: SubscribeOptions,
  { addresses, inFlight }: { readonly addresses: AddressSyntax; readonly inFlight: InFlight },
): Promise<() => Promise<void>> {
  if (group !== undefined || bindings?.redis?.group !== undefined)
    throw new BrokerError(
      'unsupported',
      'PUBLISH and SUBSCRIBE of Redis have no groups; use redisStreamBroker',
    );
  let isStopped = false;
  const receive = async (delivery: Delivery): Promise<void> => {
    await inFlight.enter();
    if (isStopped) return inFlight.leave();
    await inFlight.handle(delivery, (_: Settlement) => undefined);
  };
  const listener = (payload: Buffer, channel: Buffer): void => {
    const address = String(channel);
    // Patterns of Redis do not know levels.
    if (matchesPattern(pattern, address, addresses))
      void receive({ address, payload, headers: {}, redeliveries: 0 });
  };
  const glob = globOf(pattern, addresses);
  if (glob === undefined) await reader.subscribe(pattern, listener, true);
  else await reader.pSubscribe(glob, listener, true);
  return async () => {
    await (glob === undefined
      ? reader.unsubscribe(pattern, listener, true)
      : reader.pUnsubscribe(glob, listener, true));
    isStopped = true;
    await inFlight.settled();
  };
}

/** The glob of PSUBSCRIBE for a pattern; `undefined` if it has no wildcards. */
function globOf(
  pattern: string,
  { separator = ':', one, rest }: AddressSyntax,
): string | undefined {
  const levels = pattern.split(separator);
  const isOpen = (level: string, at: number): boolean =>
    level === one || (level === rest && at === levels.length - 1);
  if (!levels.some(isOpen)) return undefined;
  return levels
    .map((level, at) => (isOpen(level, at) ? '*' : level.replace(/[*?[\]\\^]/g, '\\$&')))
    .join(separator);
}

function refuseMembers({ headers, replyTo, correlationId }: OutgoingMessage): void {
  if (Object.keys(headers).length > 0 || replyTo !== undefined || correlationId !== undefined)
    throw new BrokerError(
      'unsupported',
      'Messages of PUBLISH have no headers and no addresses for replies; use redisStreamBroker',
    );
}
