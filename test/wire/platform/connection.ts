import {
  apiKey,
  PlatformClient,
  type PlatformClientOptions,
  walletSecret,
} from '@platform/platform';
import type { Transport } from '@tallystick/runtime';
import { fetchTransport } from '@tallystick/runtime/http';
import { fetchHandler } from '@tallystick/runtime/http/fetch';
import { listen } from '../loopback.js';
import {
  createTestServer,
  makeKeys,
  type TestServer,
  type TestServerOptions,
} from './test-server.js';

/** A test server and a client of it with both credentials. */
export interface Connected {
  readonly testServer: TestServer;
  readonly client: PlatformClient;
  /** Address of the client's requests, and their transport. */
  readonly exchange: Transport;
  readonly scheme: 'http' | 'https';
  readonly authority: string;
  /** Another client of the same server. */
  clientWith(options: Partial<PlatformClientOptions>): PlatformClient;
  close(): Promise<void>;
}

/** The ways in which client and server are put together. */
export const ways: readonly {
  readonly way: string;
  connect(options?: TestServerOptions): Promise<Connected>;
}[] = [
  { way: 'in memory', connect: async (options) => inMemory(options) },
  { way: 'between fetch handlers', connect: async (options) => betweenFetchHandlers(options) },
  { way: 'over loopback', connect: overLoopback },
];

const keys = makeKeys();

/** A client whose transport is the server. */
export function inMemory(options: TestServerOptions = {}): Connected {
  const testServer = createTestServer({ keys, ...options });
  return connected(
    testServer,
    'https',
    'api.example.com',
    testServer.handle,
    async () => undefined,
  );
}

function betweenFetchHandlers(options: TestServerOptions = {}): Connected {
  const testServer = createTestServer({ keys, ...options });
  const serve = fetchHandler(testServer.handle);
  const exchange = fetchTransport((url, init) => serve(new Request(url, init)));
  return connected(testServer, 'https', 'api.example.com', exchange, async () => undefined);
}

async function overLoopback(options: TestServerOptions = {}): Promise<Connected> {
  const worlds: TestServer[] = [];
  const server = await listen((authority) => {
    const testServer = createTestServer({ keys, ...options, authorities: [authority] });
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
  const clientWith = (options: Partial<PlatformClientOptions>): PlatformClient =>
    new PlatformClient({
      baseUrl: `${scheme}://${authority}`,
      ...(transport === undefined ? {} : { transport }),
      timers: testServer.time,
      credentials: credentialsOf(testServer),
      ...options,
    });
  const exchange = transport ?? fetchTransport();
  return { testServer, client: clientWith({}), exchange, scheme, authority, clientWith, close };
}

/** Both credentials of a server's first project. */
export function credentialsOf({ keys: known, time: clock }: TestServer): {
  readonly bearer: ReturnType<typeof apiKey>;
  readonly walletAuth: ReturnType<typeof walletSecret>;
} {
  return {
    bearer: apiKey(known.pem.name, known.pem.secret, { clock }),
    walletAuth: walletSecret(known.wallet.secret, { clock }),
  };
}
