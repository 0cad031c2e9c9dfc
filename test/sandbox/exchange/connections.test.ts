import { ExchangeFeed, feedKey } from '@platform/exchange';
import {
  createExchangeFix50OrderEntryInitiator,
  logonKey as logonKey50,
} from '@platform/exchange-fix-5.0';
import {
  createExchangeFixMarketDataSnapshotsInitiator,
  logonKey,
  SubscriptionRequestType,
} from '@platform/exchange-fix-market-data';
import type { OpenConnection } from '@platform/sandbox-control';
import { openFix } from '@tallystick/runtime/fix/node';
import { wsSocket } from '@tallystick/runtime/websocket/node';
import { afterEach, expect, test } from 'vitest';
import { type TestSandbox, testSandbox } from '../sandbox.js';
import { testTrader } from './traders.js';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(): Promise<TestSandbox> {
  const sandbox = await testSandbox();
  closing.push(() => sandbox.close());
  return sandbox;
}

/** Reads the open connections, again after every change, until they are as wanted. */
async function connections(
  { control: { activity } }: TestSandbox,
  isWanted: (open: readonly OpenConnection[]) => boolean,
): Promise<readonly OpenConnection[]> {
  for (;;) {
    const position = await activity.awaitChange();
    const open = await activity.listConnections();
    if (isWanted(open)) return open;
    await activity.awaitChange({ ...position, wait: 60_000 });
  }
}

test('page-3: connections of the feed are listed with their profile and subscriptions, until they end', async () => {
  const sandbox = await start();
  const { profileId, key } = await testTrader(sandbox);
  const feed = new ExchangeFeed({
    url: sandbox.url.replace('http', 'ws'),
    open: wsSocket(),
    credentials: feedKey({ ...key, key: key.name }),
  });
  closing.push(() => feed.close());
  await feed.subscribe('ticker', { keys: ['BTC-USD', 'ETH-USD'] });
  const [open] = await connections(sandbox, ([first]) => first?.subscriptions.length === 1);
  expect(open).toEqual({
    id: 1,
    kind: 'feed',
    openedAt: expect.any(String),
    address: '127.0.0.1',
    subscriptions: [{ channel: 'ticker', keys: ['BTC-USD', 'ETH-USD'] }],
  });
  const levels = await feed.levelBook('level2', 'BTC-USD');
  const [known] = await connections(sandbox, ([first]) => first?.subscriptions.length === 2);
  expect(known).toMatchObject({ profileId, keyName: key.name });
  expect(known?.subscriptions).toContainEqual({ channel: 'level2', keys: ['BTC-USD'] });
  await levels.close();
  await connections(sandbox, ([first]) => first?.subscriptions.length === 1);
  await feed.close();
  await connections(sandbox, ({ length }) => length === 0);
});

test('page-3: FIX sessions are listed with what their Logons ask for, and market data with its products', async () => {
  const sandbox = await start();
  const { profileId, key } = await testTrader(sandbox);
  const { name, secret, passphrase } = key;
  const base = {
    open: openFix(),
    senderCompId: name,
    reconnect: false,
    logonFields: [[553, name] as const],
  } as const;
  const address = (gateway: 'orders-5.0' | 'snapshots') => ({
    host: '127.0.0.1',
    port: sandbox.fixPorts[gateway] ?? 0,
  });
  const orders = createExchangeFix50OrderEntryInitiator({
    ...base,
    address: address('orders-5.0'),
    sign: (field) => logonKey50({ key: name, secret, passphrase }).sign(field),
    logonFields: [...base.logonFields, [9406, 'Y'], [8013, 'S']],
  });
  closing.push(() => orders.close());
  await orders.opened();
  const [session] = await connections(sandbox, ({ length }) => length === 1);
  expect(session).toEqual({
    id: 1,
    kind: 'orders-5.0',
    openedAt: expect.any(String),
    profileId,
    keyName: name,
    dropCopy: true,
    cancelsOnDisconnect: 'session',
    subscriptions: [],
  });
  const data = createExchangeFixMarketDataSnapshotsInitiator({
    ...base,
    address: address('snapshots'),
    sign: (field) => logonKey({ key: name, secret, passphrase }).sign(field),
  });
  closing.push(() => data.close());
  await data.opened();
  await data.send({
    type: 'MarketDataRequest',
    mdReqId: 'one',
    subscriptionRequestType: SubscriptionRequestType.Subscribe,
    relatedSym: [{ symbol: 'BTC-USD' }, { symbol: 'ETH-USD' }],
  });
  const [newest] = await connections(sandbox, ([first]) => first?.subscriptions.length === 1);
  expect(newest).toMatchObject({
    kind: 'snapshots',
    profileId,
    subscriptions: [{ channel: 'market data', keys: ['BTC-USD', 'ETH-USD'] }],
  });
  await data.close();
  await orders.close();
  await connections(sandbox, ({ length }) => length === 0);
});
