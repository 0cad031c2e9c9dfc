import { ExchangeClient, type ExchangeClientOptions, exchangeKey } from '@platform/exchange';
import type { Exchange, Signer } from '@tallystick/runtime';
import { fetchTransport } from '@tallystick/runtime/http';
import { listen } from '../loopback.js';
import { createWorld, fullKey, type HeldKey, type World, type WorldOptions } from './world.js';

/** A world and a client of it that may do everything. */
export interface Connected {
  readonly world: World;
  readonly client: ExchangeClient;
  /** Where the client sends its requests, and how. */
  readonly exchange: Exchange;
  readonly scheme: 'http' | 'https';
  readonly authority: string;
  /** Another client of the same world. */
  clientWith(options: Partial<ExchangeClientOptions>): ExchangeClient;
  close(): Promise<void>;
}

/** The ways in which client and server are put together. */
export const ways: readonly {
  readonly way: string;
  connect(options?: WorldOptions): Promise<Connected>;
}[] = [
  { way: 'in memory', connect: async (options) => inMemory(options) },
  { way: 'over loopback', connect: overLoopback },
];

/** A client whose transport is the server. */
export function inMemory(options: WorldOptions = {}): Connected {
  const world = createWorld(options);
  return connected(world, 'https', 'api.example.com', world.handle, async () => undefined);
}

async function overLoopback(options: WorldOptions = {}): Promise<Connected> {
  const worlds: World[] = [];
  const server = await listen((authority) => {
    const world = createWorld({ ...options, authorities: [authority] });
    worlds.push(world);
    return world.handle;
  });
  const [world] = worlds;
  if (world === undefined) throw new Error('a world was to be made');
  return connected(world, 'http', server.authority, undefined, () => server.close());
}

function connected(
  world: World,
  scheme: 'http' | 'https',
  authority: string,
  transport: Exchange | undefined,
  close: () => Promise<void>,
): Connected {
  const clientWith = (options: Partial<ExchangeClientOptions>): ExchangeClient =>
    new ExchangeClient({
      baseUrl: `${scheme}://${authority}`,
      ...(transport === undefined ? {} : { transport }),
      timers: world.time,
      credentials: { exchangeKey: signerFor(world) },
      retry: false,
      ...options,
    });
  const exchange = transport ?? fetchTransport();
  return { world, client: clientWith({}), exchange, scheme, authority, clientWith, close };
}

/** Signs with a key, at a time that is so many seconds off. */
export function signerFor({ time }: World, key: HeldKey = fullKey, seconds = 0): Signer {
  return exchangeKey(key, { clock: { now: () => time.now() + seconds * 1000 } });
}
