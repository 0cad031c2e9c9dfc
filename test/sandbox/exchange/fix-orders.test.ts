import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type Desk50,
  type FixWorld,
  limitOrder,
  limitOrder42,
  openFixWorld,
  product,
  uuid,
} from './fix-world.js';

let world: FixWorld;
beforeEach(async () => {
  world = await openFixWorld();
});
afterEach(() => world.close());

/** The part of a request for the status, cancellation or change of an order that is the same in all. */
const about = { symbol: product } as const;

test('fix-3: an order is accepted, filled and reported by each session in its version', async () => {
  const [ada, bob] = [world.owner(), world.owner()];
  const seller = await world.join42(ada);
  const buyer = await world.join50(bob);
  await seller.fix.send(limitOrder42(1, { side: '2', orderQty: '2' }));
  const [accepted] = await seller.inbox.take(1);
  expect(accepted).toMatchObject({
    type: 'ExecutionReport',
    clOrdId: uuid(1),
    execType: '0',
    ordStatus: '0',
    execTransType: '0',
    cumQty: '0',
    leavesQty: '2',
  });
  await buyer.fix.send(limitOrder(2, { orderQty: '2' }));
  expect(await buyer.inbox.take(2)).toMatchObject([
    { execType: '0', ordStatus: '0', clOrdId: uuid(2), symbol: product },
    {
      execType: 'F',
      ordStatus: '2',
      lastQty: '2',
      lastPx: '100',
      cumQty: '2',
      leavesQty: '0',
      avgPx: '100',
      aggressorIndicator: true,
      tradeId: '1',
    },
  ]);
  expect(await seller.inbox.take(2)).toMatchObject([
    { execType: '1', ordStatus: '2', lastShares: '2', aggressorIndicator: false, avgPx: '100' },
    { execType: '3', ordStatus: '3', cumQty: '2', leavesQty: '0' },
  ]);
});

test('fix-3: remainders, self-trades and times end orders with a reason', async () => {
  const ada = world.owner();
  const [desk, old] = [await world.join50(ada), await world.join42(ada)];
  await desk.fix.send(limitOrder(1, { timeInForce: '3' }));
  expect(await desk.inbox.take(2)).toMatchObject([
    { execType: '0' },
    { execType: '4', ordStatus: '4', text: '101:Time In Force' },
  ]);
  await desk.fix.send(limitOrder(2));
  await desk.fix.send(limitOrder(3, { side: '2', orderQty: '0.4' }));
  expect(await desk.inbox.take(4)).toMatchObject([
    { execType: '0', clOrdId: uuid(2) },
    { execType: '0', clOrdId: uuid(3) },
    { execType: 'D', execRestatementReason: 5, clOrdId: uuid(2), leavesQty: '0.6' },
    { execType: '4', clOrdId: uuid(3), text: '102:Self Trade Prevention' },
  ]);
  const at = world.core.timers.now() + 60_000;
  const expireTime = `${new Date(at).toISOString().replaceAll('-', '').replace('T', '-').slice(0, 17)}`;
  await desk.fix.send(limitOrder(4, { timeInForce: '6', expireTime, price: '50' }));
  await old.fix.send(limitOrder42(5, { timeInForce: '6', expireTime, price: '50' }));
  await Promise.all([desk.inbox.take(1), old.inbox.take(1)]);
  world.core.loop.execute('clock.set', { mode: 'frozen', at: at * 1000 }, origin);
  world.core.loop.runDue();
  expect(await desk.inbox.take(1)).toMatchObject([
    { execType: 'C', ordStatus: 'C', text: '101:Time In Force' },
  ]);
  expect(await old.inbox.take(1)).toMatchObject([{ execType: '4', ordStatus: '4' }]);
});

test('fix-4: an order is modified and cancelled, or the reject says why not', async () => {
  const [ada, bob] = [world.owner(), world.owner()];
  for (const desk of [await world.join50(ada), await world.join42(world.anotherKey(bob))]) {
    const { fix } = desk as Desk50;
    await fix.request(limitOrder(1));
    const change = { type: 'OrderCancelReplaceRequest', ordType: '2', ...about } as const;
    expect(
      await fix.request({ ...change, clOrdId: uuid(2), origClOrdId: uuid(1), price: '101' }),
    ).toMatchObject({
      execType: '5',
      clOrdId: uuid(2),
      origClOrdId: uuid(1),
      price: '101',
      leavesQty: '1',
    });
    // From then on only the new identifier names it.
    expect(
      await fix.request({ ...change, clOrdId: uuid(3), origClOrdId: uuid(1), price: '102' }),
    ).toMatchObject({ type: 'OrderCancelReject', cxlRejReason: 1, cxlRejResponseTo: '2' });
    expect(
      await fix.request({ ...change, clOrdId: uuid(3), origClOrdId: uuid(2), price: '1000000000' }),
    ).toMatchObject({ cxlRejReason: 2, text: 'Insufficient funds', ordStatus: '8' });
    const cancel = { type: 'OrderCancelRequest', ...about } as const;
    expect(await fix.request({ ...cancel, clOrdId: uuid(4), origClOrdId: uuid(2) })).toMatchObject({
      execType: '4',
      clOrdId: uuid(4),
      origClOrdId: uuid(2),
    });
    expect(await fix.request({ ...cancel, clOrdId: uuid(5), origClOrdId: uuid(2) })).toMatchObject({
      cxlRejReason: 2,
      cxlRejResponseTo: '1',
      text: 'Order already done',
    });
    expect(await fix.request({ ...cancel, clOrdId: uuid(6), origClOrdId: uuid(9) })).toMatchObject({
      cxlRejReason: 1,
      text: 'order not found',
      ordStatus: '8',
    });
  }
});

test('fix-5: the status of an order is its present one, and orders of others are unknown', async () => {
  const [ada, bob] = [world.owner(), world.owner()];
  const [desk, old] = [await world.join50(ada), await world.join42(bob)];
  const { orderId } = await desk.fix.request(limitOrder(1, { orderQty: '2' }));
  world.place(bob, { side: 'sell', price: '100', size: '0.5' });
  const ask = { type: 'OrderStatusRequest', ...about } as const;
  expect(await desk.fix.request({ ...ask, clOrdId: uuid(1) })).toMatchObject({
    execType: 'F',
    clOrdId: uuid(1),
  });
  expect((await desk.inbox.first(3)).at(-1)).toMatchObject({
    execType: 'I',
    ordStatus: '1',
    cumQty: '0.5',
    leavesQty: '1.5',
    avgPx: '100',
  });
  expect(await old.fix.request({ ...ask, orderId, clOrdId: uuid(7) })).toMatchObject({
    execType: '8',
    ordStatus: '8',
    ordRejReason: 0,
    orderId: '0',
    execTransType: '3',
    clOrdId: uuid(7),
    text: 'order not found',
  });
  expect(await desk.fix.request({ ...ask, clOrdId: uuid(8) })).toMatchObject({
    ordRejReason: 5,
    clOrdId: uuid(8),
    cumQty: '0',
    leavesQty: '0',
  });
});

test('fix-3: the report of a refused order has the quantities that FIX 5.0 SP2 requires', async () => {
  const desk = await world.join50(world.owner());
  expect(await desk.fix.request(limitOrder(1, { price: '100.001' }))).toMatchObject({
    execType: '8',
    cumQty: '0',
    leavesQty: '0',
  });
});

test('fix-6: F and H need the symbol, and it must be that of the order', async () => {
  const ada = world.owner();
  const raw = await world.raw('orders-5.0', ada);
  raw.logOn(world.secrets(ada));
  await raw.next('A');
  raw.send('F', 2, `11=${uuid(1)}|41=${uuid(2)}|`);
  expect(await raw.next('3')).toContain('|371=55|372=F|373=1|');
  raw.send('H', 3, `11=${uuid(1)}|`);
  expect(await raw.next('3')).toContain('|371=55|372=H|373=1|');
  raw.close();
  const desk = await world.join50(world.anotherKey(ada));
  await desk.fix.request(limitOrder(1));
  const wrong = { symbol: 'ETH-USD', clOrdId: uuid(2) };
  expect(
    await desk.fix.request({ type: 'OrderCancelRequest', ...wrong, origClOrdId: uuid(1) }),
  ).toMatchObject({ cxlRejReason: 1 });
  expect(
    await desk.fix.request({ type: 'OrderStatusRequest', ...wrong, clOrdId: uuid(1) }),
  ).toMatchObject({ ordRejReason: 5 });
});

test('fix-7: the orders of a batch are decided one by one', async () => {
  const ada = world.owner();
  const desk = await world.join50(ada);
  const entry = (number: number, changes: object = {}) => {
    const { type: _, ...order } = limitOrder(number, changes);
    return order;
  };
  const place = (...orders: readonly object[]) =>
    desk.fix.send({ type: 'NewOrderBatchRequest', batchId: 'b', orders: Object(orders) });
  const fifteen = Array.from({ length: 15 }, (_, index) => entry(index + 1));
  await place(...fifteen.slice(0, 14), entry(15, { price: '0.001' }));
  const reports = await desk.inbox.take(15);
  expect(reports.map((report) => 'execType' in report && report.execType)).toEqual([
    ...Array.from({ length: 14 }, () => '0'),
    '8',
  ]);
  expect(reports.at(-1)).toMatchObject({ clOrdId: uuid(15), text: 'price too precise' });
  await place(entry(1), entry(2));
  await place(entry(20), entry(21, { symbol: 'ETH-USD' }));
  expect(await desk.inbox.take(2)).toMatchObject([
    { type: 'NewOrderBatchReject', batchId: 'b', text: 'duplicate client_oid' },
    { type: 'NewOrderBatchReject', batchId: 'b' },
  ]);
  const cancel = (number: number, origClOrdId: string) => ({
    clOrdId: uuid(number),
    origClOrdId,
    ...about,
  });
  const cancelAll = (...orders: readonly object[]) =>
    desk.fix.send({ type: 'OrderCancelBatchRequest', batchId: 'c', orders: Object(orders) });
  await cancelAll(cancel(30, uuid(1)), cancel(31, uuid(99)), cancel(32, uuid(2)));
  expect(await desk.inbox.take(3)).toMatchObject([
    { execType: '4', clOrdId: uuid(30) },
    { execType: '4', clOrdId: uuid(32) },
    { type: 'OrderCancelReject', clOrdId: uuid(31), cxlRejReason: 1 },
  ]);
  await cancelAll(cancel(33, uuid(98)), cancel(34, uuid(99)));
  expect(await desk.inbox.take(1)).toMatchObject([
    { type: 'OrderCancelBatchReject', batchId: 'c', text: 'order not found' },
  ]);
});

test('fix-8: a mass cancellation ends what the session has placed since its Logon', async () => {
  const ada = world.owner();
  const [one, other] = [await world.join50(ada), await world.join50(world.anotherKey(ada))];
  await one.fix.request(limitOrder(1));
  await one.fix.request(limitOrder(2));
  await other.fix.request(limitOrder(3));
  one.inbox.messages.length = 0;
  const request = {
    type: 'OrderMassCancelRequest',
    clOrdId: uuid(4),
    massCancelRequestType: '6',
  } as const;
  await one.fix.send(request);
  expect(await one.inbox.take(3)).toMatchObject([
    { type: 'OrderMassCancelReport', massCancelResponse: '6', clOrdId: uuid(4) },
    { execType: '4', clOrdId: uuid(1) },
    { execType: '4', clOrdId: uuid(2) },
  ]);
  expect(await one.fix.request({ ...request, clOrdId: uuid(5) })).toMatchObject({
    massCancelResponse: '6',
    text: 'no open orders',
  });
  const { openByProfile } = world.core.loop.state.orders;
  expect(openByProfile.rows(ada.profile).map(({ clientId }) => clientId)).toEqual([uuid(3)]);
});

const origin = { surface: 'test', caller: 'test' };
