import { MDEntryType, SubscriptionRequestType } from '@platform/exchange-fix-market-data';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fullRefresh } from '../../../sandbox/surfaces/fix-market-data/messages.js';
import { type FixWorld, openFixWorld, product } from './fix-world.js';

let world: FixWorld;
beforeEach(async () => {
  world = await openFixWorld();
});
afterEach(() => world.close());

/** A subscription to the products of a test. */
function subscribe(mdReqId: string, ...symbols: readonly string[]) {
  return {
    type: 'MarketDataRequest',
    mdReqId,
    subscriptionRequestType: SubscriptionRequestType.Subscribe,
    relatedSym: symbols.map((symbol) => ({ symbol })),
  } as const;
}

test('market-data-1: a snapshot precedes the changes, and the gateway without snapshots sends changes alone', async () => {
  const ada = world.owner();
  world.place(ada, { price: '100', size: '2' });
  const whole = await world.joinSnapshots(ada);
  const partial = await world.joinIncrements(ada);
  await whole.fix.send(subscribe('a', product, 'ETH-USD'));
  await partial.fix.send(subscribe('b', product));
  expect(await whole.inbox.take(2)).toMatchObject([
    {
      type: 'MarketDataSnapshotFullRefresh',
      mdReqId: 'a',
      symbol: product,
      rptSeq: 1,
      lastFragment: true,
      mdEntries: [{ mdEntryType: MDEntryType.Bid, mdEntryPx: '100', mdEntrySize: '2' }],
      mdSecurityTradingStatus: 17,
    },
    { symbol: 'ETH-USD', rptSeq: 0, mdEntries: [{ mdEntryType: MDEntryType.EmptyBook }] },
  ]);
  world.place(ada, { price: '99', size: '1' });
  const change = {
    type: 'MarketDataIncrementalRefresh',
    mdEntries: [{ mdUpdateAction: '0', mdEntryType: '0', mdEntryPx: '99', rptSeq: 2 }],
  };
  expect(await whole.inbox.take(1)).toMatchObject([{ ...change, mdReqId: 'a' }]);
  expect(await partial.inbox.take(1)).toMatchObject([{ ...change, mdReqId: 'b' }]);
});

test('market-data-1: a request is rejected for an unknown product, an identifier in use, and other reasons', async () => {
  const ada = world.owner();
  const { fix, inbox } = await world.joinSnapshots(ada);
  await fix.send(subscribe('a', product, 'NO-SUCH'));
  expect(await inbox.take(1)).toMatchObject([
    { type: 'MarketDataRequestReject', mdReqId: 'a', mdReqRejReason: '0' },
  ]);
  await fix.send(subscribe('a', product));
  await fix.send(subscribe('a', 'ETH-USD'));
  const end = { ...subscribe('a', product), subscriptionRequestType: '2' } as const;
  await fix.send(end);
  await fix.send(end);
  await fix.send(subscribe('a', product));
  expect(await inbox.take(4)).toMatchObject([
    { type: 'MarketDataSnapshotFullRefresh' },
    { type: 'MarketDataRequestReject', mdReqRejReason: '1' },
    { type: 'MarketDataRequestReject', mdReqRejReason: '7' },
    { type: 'MarketDataSnapshotFullRefresh' },
  ]);
  const blind = await world.joinIncrements(world.anotherKey(ada, { permissions: ['trade'] }));
  expect(await blind.fix.request(subscribe('a', product))).toMatchObject({
    mdReqRejReason: '7',
    text: 'Forbidden',
  });
});

test('market-data-1: a large book is sent in several messages', () => {
  const orders = Array.from({ length: 1500 }, (_, index) => {
    return { order: String(index), side: 'buy', price: 1n, size: 1n } as const;
  });
  const parts = fullRefresh('a', { product, number: 7, status: 17, at: 0, orders });
  expect(parts.map(({ lastFragment }) => lastFragment)).toEqual([false, true]);
  expect(parts.map(({ rptSeq }) => rptSeq)).toEqual([7, 7]);
  const ids = parts.flatMap(({ mdEntries }) => mdEntries.map(({ mdEntryId }) => mdEntryId));
  expect(ids).toEqual(orders.map(({ order }) => order));
});

test('market-data-3: products are listed, and a change of their state is sent to their subscribers', async () => {
  const ada = world.owner();
  const { fix, inbox } = await world.joinIncrements(ada);
  const list = {
    type: 'SecurityListRequest',
    securityReqId: 'l',
    securityListRequestType: 4,
  } as const;
  const { size } = world.core.loop.state.products.products;
  expect(await fix.request(list)).toMatchObject({
    totNoRelatedSym: size,
    lastFragment: true,
    relatedSym: expect.arrayContaining([
      {
        symbol: product,
        currency: 'USD',
        minTradeVol: '0.00000001',
        minPriceIncrement: '0.01',
        qtyIncrement: '0.00000001',
      },
    ]),
  });
  await inbox.take(1);
  await fix.send(subscribe('a', product));
  await fix.request({ ...list, securityReqId: 'm' });
  await inbox.take(1);
  world.ok('products.update', { id: 'ETH-USD', changes: { cancelOnly: true } });
  for (const changes of [
    { cancelOnly: true },
    { tradingDisabled: true },
    { cancelOnly: false, tradingDisabled: false },
  ])
    world.ok('products.update', { id: product, changes });
  expect(await inbox.take(3)).toMatchObject(
    [18, 2, 17].map((mdSecurityTradingStatus) => ({
      type: 'SecurityStatus',
      mdReqId: 'a',
      symbol: product,
      mdSecurityTradingStatus,
    })),
  );
});

test('market-data-4: sessions end when a snapshot is restored, and numbers are those of its state', async () => {
  const ada = world.owner();
  const order = { price: '90', size: '1' };
  world.place(ada, order);
  const orders = await world.join50(ada);
  const { fix, inbox } = await world.joinSnapshots(ada);
  const state = world.core.loop.encode();
  world.place(ada, order);
  const ends = [fix, orders.fix].map(async (session) => {
    for await (const _ of session.messages());
  });
  world.ok('deployment.restore', { state });
  // It is decided before the restored state is committed.
  world.place(ada, order);
  await Promise.all(ends);
  expect(inbox.messages).toEqual([]);
  expect(world.core.loop.state.sessions.sessions.size).toBe(0);
  const again = await world.joinSnapshots(ada);
  await again.fix.send(subscribe('a', product));
  expect(await again.inbox.take(1)).toMatchObject([{ rptSeq: 2 }]);
  world.place(ada, order);
  expect(await again.inbox.take(1)).toMatchObject([{ mdEntries: [{ rptSeq: 3 }] }]);
});
