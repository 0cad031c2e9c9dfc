import {
  createExchangeFix42OrderEntryInitiator,
  logonKey,
  type ExchangeFix42OrderEntryTypes,
  OrdType,
  Side,
} from '@platform/exchange-fix-4.2';
import { type FixInitiator, memoryFixConnection } from '@tallystick/runtime/fix';
import { beforeEach, expect, test } from 'vitest';
import { manualTimers, settled } from '../runtime/http-client-fixture.js';
import { credentialsOf, names, uuid } from './exchange/keys.js';
import { openVenue42 } from './exchange/venue-4.2.js';

const symbol = 'BTC-USD';
const [name = ''] = names;

let trader: FixInitiator<ExchangeFix42OrderEntryTypes>;
beforeEach(async () => {
  const timers = manualTimers(Date.UTC(2026, 10, 21, 12));
  const signer = logonKey(credentialsOf(name));
  const venue = openVenue42({ timers });
  trader = createExchangeFix42OrderEntryInitiator({
    open: memoryFixConnection(venue.accept),
    address: { host: 'fix.exchange.example', port: 6121 },
    senderCompId: name,
    sign: (field) => signer.sign(field),
    timers,
    reconnect: false,
  });
  await trader.opened();
});

const place = (number: number) =>
  trader.request({
    type: 'NewOrderSingle',
    clOrdId: uuid(number),
    side: Side.Buy,
    symbol,
    ordType: OrdType.Limit,
    price: '42150.25',
    orderQty: '1',
  });

test('rejects an order with the ClOrdID of an open order', async () => {
  expect(await place(1)).toMatchObject({ execType: '0', clOrdId: uuid(1), leavesQty: '1' });
  expect(await place(1)).toMatchObject({ execType: '8', clOrdId: uuid(1), ordRejReason: 0 });
});

test('requires a new ClOrdID for a modification', async () => {
  for (const number of [1, 2]) await place(number);
  const change = {
    type: 'OrderCancelReplaceRequest',
    origClOrdId: uuid(1),
    ordType: OrdType.Limit,
    symbol,
    price: '42000',
  } as const;
  expect(await trader.request({ ...change, clOrdId: uuid(2) })).toMatchObject({
    type: 'OrderCancelReject',
    clOrdId: uuid(2),
    cxlRejResponseTo: '2',
  });
  expect(await trader.request({ ...change, clOrdId: uuid(3) })).toMatchObject({
    type: 'ExecutionReport',
    execType: '5',
    clOrdId: uuid(3),
  });
});

test('reports an unknown order with the requested ClOrdID and no OrderID', async () => {
  const ask = { type: 'OrderStatusRequest', symbol } as const;
  expect(await trader.request({ ...ask, clOrdId: uuid(9) })).toMatchObject({
    clOrdId: uuid(9),
    orderId: '0',
    ordStatus: '8',
  });
  await place(1);
  expect(await trader.request({ ...ask, clOrdId: uuid(1) })).toMatchObject({
    clOrdId: uuid(1),
    execType: 'I',
  });
});

test('reports a partly failed batch with OrderCancelReject and ClOrdID', async () => {
  await place(1);
  const failed: (string | undefined)[] = [];
  const reader = trader.messages();
  const answer = await trader.request({
    type: 'OrderCancelBatchRequest',
    batchId: 'b',
    orders: [
      { clOrdId: uuid(11), origClOrdId: uuid(1), symbol },
      { clOrdId: uuid(12), origClOrdId: uuid(2), symbol },
    ],
  });
  expect(answer).toMatchObject({ type: 'ExecutionReport', execType: '4', clOrdId: uuid(11) });
  await settled();
  await trader.close();
  for await (const { message } of reader) {
    if (message.type === 'OrderCancelReject') failed.push(message.clOrdId);
  }
  expect(failed).toEqual([uuid(12)]);
});
