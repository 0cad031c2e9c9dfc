import {
  apiKey,
  PlatformClient,
  type PlatformClientOptions,
  walletSecret,
} from '@platform/platform';
import type { Exchange } from '@tallystick/runtime';
import { fetchTransport } from '@tallystick/runtime/http';
import { fetchHandler } from '@tallystick/runtime/http/fetch';
import { listen } from '../loopback.js';
import { createWorld, makeKeys, type World, type WorldOptions } from './world.js';

/** A world and a client of it that holds both credentials. */
export interface Connected {
  readonly world: World;
  readonly client: PlatformClient;
  /** Where the client sends its requests, and how. */
  readonly exchange: Exchange;
  readonly scheme: 'http' | 'https';
  readonly authority: string;
  /** Another client of the same world. */
  clientWith(options: Partial<PlatformClientOptions>): PlatformClient;
  close(): Promise<void>;
}

/** The ways in which client and server are put together. */
export const ways: readonly {
  readonly way: string;
  connect(options?: WorldOptions): Promise<Connected>;
}[] = [
  { way: 'in memory', connect: async (options) => inMemory(options) },
  { way: 'between fetch handlers', connect: async (options) => betweenFetchHandlers(options) },
  { way: 'over loopback', connect: overLoopback },
];

const keys = makeKeys();

/** A client whose transport is the server. */
export function inMemory(options: WorldOptions = {}): Connected {
  const world = createWorld({ keys, ...options });
  return connected(world, 'https', 'api.example.com', world.handle, async () => undefined);
}

function betweenFetchHandlers(options: WorldOptions = {}): Connected {
  const world = createWorld({ keys, ...options });
  const serve = fetchHandler(world.handle);
  const exchange = fetchTransport((url, init) => serve(new Request(url, init)));
  return connected(world, 'https', 'api.example.com', exchange, async () => undefined);
}

async function overLoopback(options: WorldOptions = {}): Promise<Connected> {
  const worlds: World[] = [];
  const server = await listen((authority) => {
    const world = createWorld({ keys, ...options, authorities: [authority] });
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
  const clientWith = (options: Partial<PlatformClientOptions>): PlatformClient =>
    new PlatformClient({
      baseUrl: `${scheme}://${authority}`,
      ...(transport === undefined ? {} : { transport }),
      timers: world.time,
      credentials: credentialsOf(world),
      ...options,
    });
  const exchange = transport ?? fetchTransport();
  return { world, client: clientWith({}), exchange, scheme, authority, clientWith, close };
}

/** Both credentials of a world's first project. */
export function credentialsOf({ keys: known, time: clock }: World): {
  readonly bearer: ReturnType<typeof apiKey>;
  readonly walletAuth: ReturnType<typeof walletSecret>;
} {
  return {
    bearer: apiKey(known.pem.name, known.pem.secret, { clock }),
    walletAuth: walletSecret(known.wallet.secret, { clock }),
  };
}
