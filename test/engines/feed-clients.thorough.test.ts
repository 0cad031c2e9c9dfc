import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { ExchangeFeedChannels } from '@platform/exchange';
import { exchangeFeedChecks } from '@platform/exchange/feed-checks';
import { createExchangeFeedServer, feedKeyVerifier } from '@platform/exchange/feed-server';
import type {
  LevelUpdateMessage,
  MatchMessage,
  ReceivedMessage,
  TickerMessage,
} from '@platform/exchange/types';
import type { HmacPrincipal } from '@tallystick/runtime/auth/hmac';
import type { FeedServer } from '@tallystick/runtime/websocket/server';
import { serveFeed } from '@tallystick/runtime/websocket/node';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { idle, secret } from '../wire/exchange/feed-fixture.js';

/**
 * Clients that other people wrote, as npm has them, against the generated server. They are not among this project's dependencies:
 * `npm run test:thorough -- engines` installs them.
 */
const folder = resolve('test/engines');
const isInstalled = existsSync(`${folder}/node_modules/ccxt`);
const reason = 'ccxt and coinbase-pro are not installed (npm run test:thorough -- engines)';
const load = createRequire(`${folder}/package.json`);

const time = '2025-01-28T09:30:00.123456Z';
const order = 'd0c5340b-6d6c-49d9-b567-48c4bfca13d2';
const profile = 'a3a1bd1f-2f6c-4d3b-9a1f-0d6a3c2e7b55';
const ticker: TickerMessage = {
  type: 'ticker',
  sequence: 51,
  product_id: 'BTC-USD',
  price: '100.01',
  open_24h: '99',
  volume_24h: '1234.5',
  low_24h: '98',
  high_24h: '101',
  volume_30d: '50000',
  best_bid: '100',
  best_bid_size: '1.5',
  best_ask: '100.02',
  best_ask_size: '0.5',
  side: 'buy',
  time,
  trade_id: 20,
  last_size: '0.1',
};
const received = {
  type: 'received',
  time,
  product_id: 'BTC-USD',
  sequence: 52,
  order_id: order,
  side: 'buy',
  order_type: 'limit',
  price: '100',
  size: '1.5',
  client_oid: profile,
  user_id: '5844eceecf7e803e259d0365',
  profile_id: profile,
} as const satisfies ReceivedMessage;
const match = {
  type: 'match',
  trade_id: 21,
  sequence: 53,
  maker_order_id: order,
  taker_order_id: profile,
  time,
  product_id: 'BTC-USD',
  size: '0.5',
  price: '100',
  side: 'buy',
  user_id: '5844eceecf7e803e259d0365',
  profile_id: profile,
  maker_user_id: '5844eceecf7e803e259d0365',
  maker_profile_id: profile,
  maker_fee_rate: '0.001',
} as const satisfies MatchMessage;

const update: LevelUpdateMessage = {
  type: 'l2update',
  product_id: 'BTC-USD',
  changes: [
    ['buy', '99.5', '0'],
    ['sell', '100.01', '0.25'],
  ],
  time,
};

/** True for the owner of the orders. */
const isAda = ({ principal }: { readonly principal?: HmacPrincipal | undefined }): boolean =>
  principal?.keyName === 'ada';

let http: Server;
let server: FeedServer<ExchangeFeedChannels, HmacPrincipal>;
let url: string;
const refused: string[] = [];

beforeEach(async (context) => {
  context.skip(!isInstalled, reason);
  refused.length = 0;
  server = createExchangeFeedServer<HmacPrincipal>(
    {
      ...idle,
      ticker: { snapshot: () => [ticker] },
      level2: {
        snapshot: (key = '') => [
          {
            type: 'snapshot',
            product_id: key,
            bids: [
              ['100', '1.5'],
              ['99.5', '2'],
            ],
            asks: [['100.02', '0.5']],
            time,
          },
        ],
      },
      user: { snapshot: () => [received] },
    },
    {
      verify: feedKeyVerifier({ keys: { ada: { secret, passphrase: 'pp123' } } }),
      checks: exchangeFeedChecks,
      onEvent: (event) => {
        if (event.kind === 'refused') refused.push(event.reason);
      },
    },
  );
  http = createServer();
  serveFeed(http, server.accept, { path: '/' });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}`;
});

afterEach(async () => {
  if (!isInstalled) return;
  await server.drain();
  http.close();
});

/** As much of coinbase-pro as is used. */
interface CoinbasePro {
  readonly WebsocketClient: new (
    products: readonly string[],
    url: string,
    auth: object | null,
    options: { readonly channels: readonly string[] },
  ) => {
    on(name: 'message' | 'error', listener: (message: { readonly type: string }) => void): void;
    unsubscribe(request: object): void;
    disconnect(): void;
  };
}

describe('coinbase-pro', () => {
  test('receives the ticker, level 2 and its own orders', async () => {
    const { WebsocketClient } = load('coinbase-pro') as CoinbasePro;
    const client = new WebsocketClient(
      ['BTC-USD'],
      url,
      { key: 'ada', secret, passphrase: 'pp123' },
      { channels: ['ticker', 'level2', 'user'] },
    );
    const got: { readonly type: string }[] = [];
    client.on('message', (message) => got.push(message));
    client.on('error', (error) => got.push(error));
    await expect.poll(() => got.length).toBe(4);
    server.publish('level2', 'BTC-USD', update);
    server.publish('user', 'BTC-USD', match, { to: isAda });
    await expect.poll(() => got.length).toBe(6);
    expect(got[0]).toEqual({
      type: 'subscriptions',
      channels: ['heartbeat', 'ticker', 'user', 'level2'].map((name) => ({
        name,
        product_ids: ['BTC-USD'],
      })),
    });
    expect(
      got
        .slice(1)
        .map(({ type }) => type)
        .sort(),
    ).toEqual(['l2update', 'match', 'received', 'snapshot', 'ticker']);
    expect(got).toContainEqual(ticker);
    client.unsubscribe({ channels: ['ticker'] });
    await expect.poll(() => server.subscribers('ticker')).toBe(0);
    client.disconnect();
  });

  test('receives the reason for a rejected subscription', async () => {
    const { WebsocketClient } = load('coinbase-pro') as CoinbasePro;
    const client = new WebsocketClient(
      ['BTC-USD'],
      url,
      { key: 'ada', secret: 'AAAA', passphrase: 'pp123' },
      { channels: ['user'] },
    );
    const got: unknown[] = [];
    client.on('error', (error) => got.push(error));
    await expect.poll(() => got.length).toBe(1);
    expect(got).toEqual([
      { type: 'error', message: 'Authentication Failed', reason: 'The credentials are not valid' },
    ]);
    expect(refused).toEqual(['signature-wrong']);
    client.disconnect();
  });
});

/** As much of ccxt as is used. */
interface Ccxt {
  readonly pro: {
    readonly coinbaseexchange: new (options: object) => CcxtExchange;
  };
}

interface CcxtBook {
  readonly bids: readonly (readonly number[])[];
  readonly asks: readonly (readonly number[])[];
}

function pricesOf({ bids, asks }: CcxtBook): readonly unknown[] {
  return [bids.map(([price]) => price), asks.map(([price]) => price)];
}

interface CcxtExchange {
  urls: { api: object };
  loadHttpProxyAgent(): Promise<unknown>;
  setMarkets(markets: readonly object[]): void;
  safeMarketStructure(market: object): object;
  watchTicker(symbol: string): Promise<{ readonly last: number; readonly bid: number }>;
  watchOrderBook(symbol: string): Promise<CcxtBook>;
  watchOrders(symbol: string): Promise<readonly object[]>;
  close(): Promise<void>;
}

describe('ccxt', () => {
  async function connect(): Promise<CcxtExchange> {
    const loaded = (await import(`${folder}/node_modules/ccxt/js/ccxt.js`)) as {
      readonly default: Ccxt;
    };
    const exchange = new loaded.default.pro.coinbaseexchange({
      apiKey: 'ada',
      secret,
      password: 'pp123',
    });
    exchange.urls.api = { ...exchange.urls.api, ws: url };
    // Without it ccxt speaks to nothing but wss:.
    await exchange.loadHttpProxyAgent();
    exchange.setMarkets([
      exchange.safeMarketStructure({
        id: 'BTC-USD',
        symbol: 'BTC/USD',
        base: 'BTC',
        quote: 'USD',
        baseId: 'BTC',
        quoteId: 'USD',
        type: 'spot',
        spot: true,
        active: true,
        precision: { amount: 0.00000001, price: 0.01 },
      }),
    ]);
    return exchange;
  }

  test('receives the ticker, level 2, and its own orders and trades', async () => {
    const exchange = await connect();
    expect(await exchange.watchTicker('BTC/USD')).toMatchObject({ last: 100.01, bid: 100 });
    expect(pricesOf(await exchange.watchOrderBook('BTC/USD'))).toEqual([[100, 99.5], [100.02]]);
    const next = exchange.watchOrderBook('BTC/USD');
    server.publish('level2', 'BTC-USD', update);
    expect(pricesOf(await next)).toEqual([[100], [100.01, 100.02]]);
    const [placed] = await exchange.watchOrders('BTC/USD');
    expect(placed).toMatchObject({ id: order, side: 'buy', price: 100, amount: 1.5, filled: 0 });
    const changed = exchange.watchOrders('BTC/USD');
    server.publish('user', 'BTC-USD', match, { to: isAda });
    expect((await changed)[0]).toMatchObject({ id: order, filled: 0.5 });
    await exchange.close();
    expect(refused).toEqual([]);
  });
});
