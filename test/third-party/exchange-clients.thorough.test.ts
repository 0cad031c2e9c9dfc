import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { feedKey } from '@platform/exchange';
import { addresses } from '../sandbox/exchange/money.js';
import {
  newKey,
  rich,
  type TestKey,
  testTrader,
  type Trader,
} from '../sandbox/exchange/traders.js';
import { type TestSandbox, testSandbox } from '../sandbox/sandbox.js';
import { failures, missingClients, type Outcome, runProgram, succeeded } from './program.js';

/** A sandbox as a user starts it, with its rate limits. Each test has a book of its own. */
let sandbox: TestSandbox;
let owner: Trader;
let env: Readonly<Record<string, string>>;
beforeEach(async () => {
  sandbox = await testSandbox();
  const funds = { ...rich, ETH: '100' };
  owner = await testTrader(sandbox, { funds });
  const other = await testTrader(sandbox, { funds });
  const viewer = await newKey(sandbox, owner.profileId, { permissions: ['view'] });
  env = {
    URL: sandbox.url,
    FEED_URL: feedUrl(),
    OWNER: credentials(owner.key),
    OTHER: credentials(other.key),
    VIEWER: credentials(viewer),
    STRANGER: credentials({ ...owner.key, name: 'f'.repeat(32) }),
    ADDRESS: addresses.evm,
  };
});
afterEach(() => sandbox.close());

function feedUrl(): string {
  return sandbox.url.replace('http', 'ws');
}

/** A key under the names that ccxt has for its parts. */
function credentials({ name, secret, passphrase }: TestKey): string {
  return JSON.stringify({ apiKey: name, secret, password: passphrase });
}

type Row = Readonly<Record<string, unknown>>;

function rowOf(outcomes: ReadonlyMap<string, Outcome>, name: string): Row {
  return outcomes.get(name)?.value as Row;
}

function rowsOf(outcomes: ReadonlyMap<string, Outcome>, name: string): readonly Row[] {
  return outcomes.get(name)?.value as readonly Row[];
}

describe.skipIf(missingClients !== undefined)('public clients', { timeout: 240_000 }, () => {
  test('P12: ccxt places, reads and cancels orders, reads its account, and withdraws', async () => {
    const outcomes = await runProgram('ccxt.mjs', [], env);
    expect(failures(outcomes)).toEqual({
      'insufficient funds': 'InsufficientFunds',
      'too precise': 'InvalidOrder',
      'too small': 'InvalidOrder',
      'leading zero': 'ExchangeError',
      'size and funds': 'ExchangeError',
      'client id taken': 'ExchangeError',
      'unknown order': 'OrderNotFound',
      'cancel unknown order': 'OrderNotFound',
      'cancel done order': 'OrderNotFound',
      'order of another profile': 'OrderNotFound',
      'unknown product': 'InvalidOrder',
      'order of unknown product': 'InvalidOrder',
      'wrong address': 'ExchangeError',
      // This is how ccxt reports every 403 and 405.
      'view only': 'ExchangeNotAvailable',
      'unknown key': 'AuthenticationError',
      'wrong secret': 'AuthenticationError',
      'wrong passphrase': 'AuthenticationError',
      'too fast': 'RateLimitExceeded',
      // Of operations that the interface does not have, ccxt takes the 404 for that of an order.
      fetchTrades: 'OrderNotFound',
      fetchOHLCV: 'OrderNotFound',
      fetchTickers: 'OrderNotFound',
      fetchTradingFees: 'OrderNotFound',
      fetchDeposits: 'OrderNotFound',
      createDepositAddress: 'OrderNotFound',
      cancelAllOrders: 'ExchangeNotAvailable',
    });
    expect(succeeded(outcomes)).toHaveLength(39);
    expect(rowsOf(outcomes, 'fetchOpenOrders')).toMatchObject([
      { side: 'buy', price: 90, status: 'open' },
      { type: 'stop', price: 79, status: 'open' },
      { side: 'buy', price: 80, timeInForce: 'GTT' },
    ]);
    expect(rowOf(outcomes, 'fetchOrderBook')).toMatchObject({
      bids: [
        [90, 0.5, 1],
        [80, 0.5, 1],
      ],
      asks: [[110, 2, 1]],
    });
    const sizes = [0.5, 1, 0.25, 0.125];
    const trades = rowsOf(outcomes, 'fetchMyTrades');
    expect(trades.map(({ amount }) => amount)).toEqual(sizes);
    expect(trades.map(({ takerOrMaker }) => takerOrMaker)).toEqual(sizes.map(() => 'taker'));
    expect(rowsOf(outcomes, 'fetchMyTrades limited')).toMatchObject([{ amount: 0.125 }]);
    expect(rowsOf(outcomes, 'fetchOrderTrades')).toMatchObject([{ amount: 0.25, cost: 27.5 }]);
    expect(rowsOf(outcomes, 'fetchClosedOrders').map(({ status }) => status)).toContain('closed');
    expect(rowOf(outcomes, 'fetchTicker')).toMatchObject({ last: 110, ask: 110 });
    const bought = sizes.reduce((sum, size) => sum + size, 0);
    expect(rowOf(outcomes, 'fetchBalance after trades')).toMatchObject({
      BTC: { total: 100 + bought, used: 0.25 },
    });
    expect(rowsOf(outcomes, 'fetchLedger').at(-1)).toMatchObject({ after: 100 + bought });
    expect(rowOf(outcomes, 'withdraw')).toMatchObject({ info: { amount: '1', fee: '0.001' } });
    expect(rowOf(outcomes, 'post-only that would trade')).toMatchObject({ status: 'rejected' });
  });

  test('P12: ccxt watches books, trades and its orders over the feed', async () => {
    const outcomes = await runProgram('ccxt-pro.mjs', [], env);
    expect(failures(outcomes)).toEqual({
      'unknown key': 'AuthenticationError',
      'book with an unknown key': 'AuthenticationError',
    });
    const { id: cancelled } = rowOf(outcomes, 'createOrder');
    const { id: filled } = rowOf(outcomes, 'createOrder filled');
    expect(rowOf(outcomes, 'ended orders')).toEqual({
      [String(cancelled)]: 'canceled',
      [String(filled)]: 'closed',
    });
    const price = { price: 110, amount: 0.5 };
    expect(rowsOf(outcomes, 'watchMyTrades')).toMatchObject([
      { ...price, order: filled, side: 'buy', fee: { rate: 0.006, cost: 0.33 } },
    ]);
    expect(rowsOf(outcomes, 'watchTrades').at(-1)).toMatchObject(price);
    expect(rowOf(outcomes, 'watchTicker')).toMatchObject({ last: 110, baseVolume: 1 });
    const book = rowOf(outcomes, 'watchOrderBookForSymbols');
    expect(book).toMatchObject({ bids: [], asks: [[110, 2.5]] });
    expect(rowOf(outcomes, 'fetchOrderBook')).toMatchObject({ bids: [], asks: [[110, 2.5, 1]] });
  });

  test('P12: coinbase-pro trades over REST, and builds its book from the feed', async () => {
    const outcomes = await runProgram('coinbase-pro.mjs', [], env);
    const messages = [...outcomes].flatMap(([name, { error }]) =>
      error === undefined ? [] : [[name, error.message]],
    );
    expect(Object.fromEntries(messages)).toEqual({
      'insufficient funds': 'HTTP 400 Error: Insufficient funds',
      'too precise': 'HTTP 400 Error: price too precise',
      'unknown order': 'HTTP 404 Error: order not found',
      'cancel done order': 'HTTP 400 Error: Order already done',
      'unknown product': 'HTTP 404 Error: Product not found',
      'view only': 'HTTP 403 Error: Forbidden',
      'unknown key': 'HTTP 401 Error: Invalid API Key',
      'feed with an unknown key': 'Authentication Failed',
    });
    expect(rowsOf(outcomes, 'getOrders')).toMatchObject([{ price: '90', status: 'open' }]);
    const { asks } = rowOf(outcomes, 'book of REST') as { asks: readonly (readonly string[])[] };
    expect(asks).toHaveLength(1);
    expect(rowOf(outcomes, 'OrderbookSync')).toEqual({
      bids: [],
      asks: asks.map(([price, size, id]) => ({ id, side: 'sell', price, size })),
    });
    expect(rowOf(outcomes, 'done')).toMatchObject({ reason: 'filled' });
    expect(rowsOf(outcomes, 'getFills')).toMatchObject([{ size: '1', fee: '0.66' }]);
    expect(rowsOf(outcomes, 'getAccountHistory')).toMatchObject([
      { type: 'match', amount: '1', balance: '101' },
      { type: 'transfer', amount: '100', balance: '100' },
    ]);
    expect(rowOf(outcomes, 'withdrawCrypto')).toMatchObject({ amount: '1', subtotal: '0.999' });
  });

  test('P12: wscat subscribes, with and without a key, and is told what is wrong', async () => {
    const { name: key, secret, passphrase } = owner.key;
    const members = await feedKey({ key, secret, passphrase }).sign();
    const { id } = await owner.exchange.orders.create({
      side: 'buy',
      product_id: 'BTC-USD',
      price: '90',
      size: '1',
    });
    const subscribe = { type: 'subscribe', product_ids: ['BTC-USD'] };
    const commands = [
      { ...subscribe, channels: ['level2_batch', 'heartbeat'] },
      { ...subscribe, channels: ['full'] },
      { ...subscribe, channels: ['user'], ...members },
      { ...subscribe, channels: ['user'], ...members, signature: 'AAAA' },
      { type: 'unsubscribe', channels: ['heartbeat'] },
    ].map((message) => JSON.stringify(message));
    const bin = resolve('test/third-party/node_modules/wscat/bin/wscat');
    const words = ['text', ...commands].flatMap((command) => ['-x', command]);
    const wscat = spawn(process.execPath, [bin, '-c', feedUrl(), '-w', '-1', ...words], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const received: Row[] = [];
    for await (const line of createInterface(wscat.stdout)) {
      const message = JSON.parse(line) as Row;
      if (message['type'] !== 'heartbeat') received.push(message);
      if (received.length === 7) await owner.exchange.orders.cancel(id);
      if (message['type'] === 'done') wscat.kill();
    }
    const ofType = (type: string): readonly Row[] =>
      received.filter((message) => message['type'] === type);
    expect(ofType('snapshot')).toMatchObject([{ bids: [['90', '1']], asks: [] }]);
    expect(ofType('error').map(({ message, reason }) => [message, reason])).toEqual([
      ['Malformed message', undefined],
      ['Failed to subscribe', 'full requires authentication'],
      ['Authentication Failed', 'The credentials are not valid'],
    ]);
    expect(ofType('subscriptions').at(-1)).toMatchObject({
      channels: [{ name: 'user' }, { name: 'level2_50' }],
    });
    expect(ofType('done')).toMatchObject([{ order_id: id, reason: 'canceled' }]);
  });
});
