import type {
  HttpHandler,
  Transport,
  Timers,
  Verifier,
  WireRequest,
  WireResponse,
} from '@tallystick/runtime';
import type { HmacKeyRecord } from '@tallystick/runtime/auth/hmac';
import type { LogEntry } from '@tallystick/runtime/http/server';
import { fetchTransport } from '@tallystick/runtime/http';
import {
  deliverySecret,
  ExchangeClient,
  exchangeKey,
  type ExchangeClientOptions,
  type ExchangeKeyScope,
} from '../../cases/signed/output/src/index.js';
import {
  createExchangeServer,
  deliverySignatureVerifier,
  exchangeKeyVerifier,
} from '../../cases/signed/output/src/server.js';
import { listen } from '../loopback.js';
import { testTime } from '../time.js';

export const secret =
  'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+Pw==';
export const deliveries = 'a1b2c3d4-e5f6-7890-abcd-ef1234567890';
export const passphrase = 'open sesame';

const keys: { readonly [name: string]: HmacKeyRecord<ExchangeKeyScope> } = {
  trader: { secret, passphrase, scopes: ['view', 'trade'], caller: 'ada' },
  viewer: { secret, passphrase: async (given) => given === passphrase, scopes: ['view'] },
  manager: { secret, passphrase, scopes: ['manage'] },
  revoked: { secret, passphrase, scopes: ['view', 'trade'], revoked: true },
  mute: { secret, scopes: ['view'] },
};

const token: Verifier<string> = {
  head: ({ credentials: [text] }) =>
    text === 'token' ? { ok: true, principal: text } : { ok: false, reason: 'token-unknown' },
};

/** Requests that a server received, and its log entries. */
export interface TestServer {
  readonly handle: HttpHandler;
  readonly called: string[];
  readonly log: LogEntry[];
  readonly time: Timers & { advance(milliseconds: number): Promise<void> };
}

export function createTestServer(authority: string): TestServer {
  const called: string[] = [];
  const log: LogEntry[] = [];
  const time = testTime({ skip: 5000 });
  const order = { product: 'BTC-USD', size: '1' };
  const handle = createExchangeServer(
    {
      getTime: (_request, respond) => respond.ok({ epoch: time.now() / 1000 }),
      listOrders({ query }, respond) {
        called.push(`list ${query.status?.join()}`);
        return respond.ok([order]);
      },
      createOrder({ body, principals }, respond) {
        const { keyName, caller, scopes } = principals.exchangeKey;
        called.push(`create ${body.product} by ${caller ?? keyName} who may ${scopes.join()}`);
        return respond.created(body);
      },
      cancelOrders({ body }, respond) {
        called.push(`cancel ${body?.product}`);
        return respond.ok(['a']);
      },
      getOrder({ path }, respond) {
        called.push(`get ${path.name}`);
        return respond.ok({ ...order, product: path.name });
      },
      async changeSettings({ body }, respond) {
        called.push(`change ${new TextDecoder().decode(await body.bytes())}`);
        return respond.noContent();
      },
      deliver({ headers }, respond) {
        called.push(`deliver ${headers['X-Event-Id']}`);
        return respond.noContent();
      },
    },
    {
      authorities: [authority],
      clock: time,
      log: (entry) => log.push(entry),
      security: {
        exchangeKey: exchangeKeyVerifier({ keys, clock: time }),
        token,
        deliverySignature: deliverySignatureVerifier({
          secrets: ['next', deliveries],
          clock: time,
        }),
      },
    },
  );
  return { handle, called, log, time };
}

/** A server, and clients of it whose requests may be changed in transit. */
export interface Connected {
  readonly testServer: TestServer;
  readonly sent: WireRequest[];
  client(
    name?: string,
    options?: Partial<ExchangeClientOptions>,
    onTheWay?: (request: WireRequest) => WireRequest,
  ): ExchangeClient;
  close(): Promise<void>;
}

export const ways: readonly { readonly way: string; connect(): Promise<Connected> }[] = [
  {
    way: 'in memory',
    connect: async () => {
      const testServer = createTestServer('exchange.example.com');
      return connected(
        testServer,
        'https://exchange.example.com',
        testServer.handle,
        async () => undefined,
      );
    },
  },
  {
    way: 'over loopback',
    connect: async () => {
      const worlds: TestServer[] = [];
      const server = await listen((authority) => {
        const testServer = createTestServer(authority);
        worlds.push(testServer);
        return testServer.handle;
      });
      const [testServer] = worlds;
      if (testServer === undefined) throw new Error('a world was to be made');
      return connected(testServer, server.baseUrl, fetchTransport(), () => server.close());
    },
  },
];

function connected(
  testServer: TestServer,
  baseUrl: string,
  exchange: Transport,
  close: () => Promise<void>,
): Connected {
  const sent: WireRequest[] = [];
  const client: Connected['client'] = (
    name = 'trader',
    options = {},
    onTheWay = (request) => request,
  ) =>
    new ExchangeClient({
      baseUrl,
      timers: testServer.time,
      retry: false,
      transport: (request): Promise<WireResponse> => {
        sent.push(request);
        return exchange(onTheWay(request));
      },
      credentials: {
        exchangeKey: exchangeKey({ key: name, secret, passphrase }, { clock: testServer.time }),
        deliverySignature: deliverySecret({ secret: deliveries }, { clock: testServer.time }),
      },
      ...options,
    });
  return { testServer, sent, client, close };
}
