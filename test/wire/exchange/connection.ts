import { ExchangeClient, type ExchangeClientOptions, exchangeKey } from '@platform/exchange';
import type { Transport, Signer } from '@tallystick/runtime';
import { fetchTransport } from '@tallystick/runtime/http';
import { listen } from '../loopback.js';
import {
  createTestServer,
  fullKey,
  type HeldKey,
  type TestServer,
  type TestServerOptions,
} from './test-server.js';

/** A test server and a client of it with all permissions. */
export interface Connected {
  readonly testServer: TestServer;
  readonly client: ExchangeClient;
  /** Address of the client's requests, and their transport. */
  readonly exchange: Transport;
  readonly scheme: 'http' | 'https';
  readonly authority: string;
  /** Another client of the same server. */
  clientWith(options: Partial<ExchangeClientOptions>): ExchangeClient;
  close(): Promise<void>;
}

/** The ways in which client and server are put together. */
export const ways: readonly {
  readonly way: string;
  connect(options?: TestServerOptions): Promise<Connected>;
}[] = [
  { way: 'in memory', connect: async (options) => inMemory(options) },
  { way: 'over loopback', connect: overLoopback },
];

/** A client whose transport is the server. */
export function inMemory(options: TestServerOptions = {}): Connected {
  const testServer = createTestServer(options);
  return connected(
    testServer,
    'https',
    'api.example.com',
    testServer.handle,
    async () => undefined,
  );
}

async function overLoopback(options: TestServerOptions = {}): Promise<Connected> {
  const worlds: TestServer[] = [];
  const server = await listen((authority) => {
    const testServer = createTestServer({ ...options, authorities: [authority] });
    worlds.push(testServer);
    return testServer.handle;
  });
  const [testServer] = worlds;
  if (testServer === undefined) throw new Error('a world was to be made');
  return connected(testServer, 'http', server.authority, undefined, () => server.close());
}

function connected(
  testServer: TestServer,
  scheme: 'http' | 'https',
  authority: string,
  transport: Transport | undefined,
  close: () => Promise<void>,
): Connected {
  const clientWith = (options: Partial<ExchangeClientOptions>): ExchangeClient =>
    new ExchangeClient({
      baseUrl: `${scheme}://${authority}`,
      ...(transport === undefined ? {} : { transport }),
      timers: testServer.time,
      credentials: { exchangeKey: signerFor(testServer) },
      retry: false,
      ...options,
    });
  const exchange = transport ?? fetchTransport();
  return { testServer, client: clientWith({}), exchange, scheme, authority, clientWith, close };
}

/** Signs with a key, at a time that is so many seconds off. */
export function signerFor({ time }: TestServer, key: HeldKey = fullKey, seconds = 0): Signer {
  return exchangeKey(key, { clock: { now: () => time.now() + seconds * 1000 } });
}
