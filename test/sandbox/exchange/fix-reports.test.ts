import { afterEach, beforeEach, expect, test } from 'vitest';
import {
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

test('fix-9: FIX 4.2 has quantities where it should, the number of the market, and drop copies on request', async () => {
  const [ada, bob] = [world.owner(), world.owner()];
  const desk = await world.join42(ada);
  const copy = await world.join50(world.anotherKey(world.sibling(ada)), {
    logonFields: [[9406, 'Y']],
  });
  const silent = await world.join50(world.anotherKey(ada));
  const foreign = await world.join50(bob, { logonFields: [[9406, 'Y']] });
  await desk.fix.send(limitOrder42(1, { orderQty: '2' }));
  await desk.inbox.first(1);
  world.place(bob, { side: 'sell', price: '100', size: '0.5' });
  await desk.fix.send({
    type: 'OrderCancelRequest',
    clOrdId: uuid(2),
    origClOrdId: uuid(1),
    symbol: product,
  });
  const reports = await desk.inbox.first(3);
  expect(reports).toMatchObject([
    { ordStatus: '0', cumQty: '0', leavesQty: '2' },
    { ordStatus: '1', cumQty: '0.5', leavesQty: '1.5', avgPx: '100' },
    { ordStatus: '4', avgPx: '100' },
  ]);
  expect(reports[0]).not.toHaveProperty('avgPx');
  expect(reports[2]).not.toHaveProperty('cumQty');
  const sequences = desk.inbox.headers.map(({ other }) => other?.find(([tag]) => tag === 999)?.[1]);
  expect(sequences.map(Number)).toEqual([1, 4, 6]);
  expect(await copy.inbox.take(3)).toMatchObject([
    { execType: '0' },
    { execType: 'F' },
    { execType: '4' },
  ]);
  expect(silent.inbox.messages).toEqual([]);
  expect(await foreign.inbox.take(2)).toMatchObject([
    { execType: '0', side: '2' },
    { execType: 'F', side: '2' },
  ]);
});

test('fix-10: an ExecID names the event in every session, and again in a resend', async () => {
  const [ada, bob] = [world.owner(), world.owner()];
  const buyer = await world.join50(ada);
  const copies = [
    await world.join42(world.anotherKey(ada), { logonFields: [[9406, 'Y']] }),
    await world.join50(world.anotherKey(ada), { logonFields: [[9406, 'Y']] }),
  ];
  await buyer.fix.send(limitOrder(1));
  await buyer.fix.send(limitOrder(1));
  await buyer.inbox.first(2);
  world.place(bob, { side: 'sell', price: '100', size: '1' });
  const idOf = (report: object): unknown => Reflect.get(report, 'execId');
  const reports = await buyer.inbox.first(3);
  const [accepted, refused, filled] = reports.map(idOf);
  expect(reports[1]).toMatchObject({ execType: '8', text: 'duplicate client_oid' });
  expect(new Set([accepted, refused, filled]).size).toBe(3);
  const [old = [], other = []] = await Promise.all([
    copies[0]?.inbox.first(3),
    copies[1]?.inbox.first(2),
  ]);
  expect(old.slice(0, 2).map(idOf)).toEqual([accepted, filled]);
  expect(other.map(idOf)).toEqual([accepted, filled]);
});

test('fix-10: a resend within a session sends the same bytes', async () => {
  const ada = world.owner();
  const raw = await world.raw('orders-5.0', ada);
  raw.logOn(world.secrets(ada));
  await raw.next('A');
  raw.send('D', 2, `11=${uuid(1)}|38=1|40=2|44=100|54=1|55=${product}|`);
  const first = await raw.next('8');
  raw.send('D', 3, `11=${uuid(1)}|38=1|40=2|44=100|54=1|55=${product}|`);
  const refused = await raw.next('8');
  raw.send('2', 4, '7=2|16=0|');
  const bodyOf = (message: string): string => /\|11=.*\|(?=10=)/.exec(message)?.[0] ?? message;
  expect(bodyOf(await raw.next('8'))).toBe(bodyOf(first));
  expect(bodyOf(await raw.next('8'))).toBe(bodyOf(refused));
  raw.close();
});

test('fix-13: an order is one order on all surfaces, and its reports follow its key', async () => {
  const [ada, bob] = [world.owner(), world.owner()];
  const desk = await world.join50(ada);
  const copy = await world.join42(world.anotherKey(ada), { logonFields: [[9406, 'Y']] });
  const { orderId } = await desk.fix.request(limitOrder(1));
  const { loop } = world.core;
  expect(loop.state.orders.orders.get(orderId)).toMatchObject({
    clientId: uuid(1),
    surface: 'fix-5.0',
    status: 'open',
  });
  // Another surface cancels it.
  world.ok('orders.cancel', { profile: ada.profile, clientId: uuid(1) });
  expect((await desk.inbox.first(2)).at(1)).toMatchObject({ execType: '4', clOrdId: uuid(1) });
  // An order of another surface is cancelled over FIX. Its reports go to drop copies.
  const { id } = world.place(ada, { price: '90', size: '1', clientId: 'rest-1' });
  await desk.fix.send({
    type: 'OrderCancelRequest',
    clOrdId: uuid(2),
    orderId: id,
    symbol: product,
  });
  expect(await copy.inbox.take(4)).toMatchObject([
    { execType: '0', clOrdId: uuid(1) },
    { execType: '4', clOrdId: uuid(1) },
    { execType: '0', clOrdId: 'rest-1' },
    { execType: '4', origClOrdId: 'rest-1', clOrdId: uuid(2) },
  ]);
  // After another Logon, the reports of resting orders go on.
  await desk.fix.request(limitOrder(3));
  await desk.fix.close();
  const again = await world.join50(ada);
  world.place(bob, { side: 'sell', price: '100', size: '1' });
  expect(await again.inbox.take(1)).toMatchObject([{ execType: 'F', clOrdId: uuid(3) }]);
});
