import { limits } from '@platform/exchange-fix-5.0';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProductChanges } from '../../../sandbox/domain/products/commands.js';
import {
  type Desk50,
  type FixWorld,
  limitOrder,
  openFixWorld,
  type Owner,
  product,
  uuid,
} from './fix-world.js';

/** The reply to a message: what a refusal says in each version (section 21 of the design). */
interface Cell {
  readonly name: string;
  /** A message, made when what it needs exists. */
  readonly message: object;
  readonly product?: ProductChanges;
  readonly with50: object;
  readonly with42: object;
}

let world: FixWorld;
let owner: Owner;
beforeAll(async () => {
  world = await openFixWorld();
  owner = world.owner();
  const seller = world.owner();
  world.place(seller, { side: 'sell', price: '110', size: '1' });
  world.place(owner, { price: '90', size: '1', clientId: uuid(1) });
  const { id } = world.place(owner, { price: '90', size: '1', clientId: uuid(2) });
  world.ok('orders.cancel', { profile: owner.profile, id });
});
afterAll(() => world.close());

const order = (changes: object = {}): object => limitOrder(100, changes);
const refused = (ordRejReason: number, text: string): object => ({
  type: 'ExecutionReport',
  execType: '8',
  ordStatus: '8',
  ordRejReason,
  text,
});
const both = (reply: object): Pick<Cell, 'with50' | 'with42'> => ({ with50: reply, with42: reply });
const modify = (changes: object): object => ({
  type: 'OrderCancelReplaceRequest',
  symbol: product,
  ordType: '2',
  clOrdId: uuid(100),
  origClOrdId: uuid(1),
  orderQty: '1',
  ...changes,
});
const cancelReject = (cxlRejReason: number, cxlRejResponseTo: string, text: string): object => ({
  type: 'OrderCancelReject',
  ordStatus: '8',
  cxlRejReason,
  cxlRejResponseTo,
  text,
});

const cells: readonly Cell[] = [
  {
    name: 'unknown-product',
    message: order({ symbol: 'NO-SUCH' }),
    with50: refused(1, 'Product not found'),
    with42: refused(0, 'Product not found'),
  },
  {
    name: 'duplicate-client-id of an order',
    message: order({ clOrdId: uuid(1) }),
    ...both(refused(0, 'duplicate client_oid')),
  },
  {
    name: 'duplicate-client-id of a modification',
    message: modify({ clOrdId: uuid(1) }),
    ...both(cancelReject(2, '2', 'duplicate client_oid')),
  },
  {
    name: 'insufficient-funds of an order',
    message: order({ price: '100000000' }),
    with50: refused(0, 'Insufficient funds'),
    with42: refused(3, 'Insufficient funds'),
  },
  {
    name: 'insufficient-funds of a modification',
    message: modify({ price: '100000000' }),
    ...both(cancelReject(2, '2', 'Insufficient funds')),
  },
  {
    name: 'increment of a price',
    message: order({ price: '100.001' }),
    ...both(refused(0, 'price too precise')),
  },
  {
    name: 'increment of a size',
    message: order({ orderQty: '1.000000001' }),
    ...both(refused(0, 'size too precise')),
  },
  {
    name: 'minimum',
    message: order({ orderQty: '0.001' }),
    ...both(refused(0, 'size is too small')),
  },
  {
    name: 'form',
    message: order({ orderQty: '1.0000000000000000001' }),
    ...both(
      refused(0, 'OrderQty (38) must be a decimal without leading zeros, of at most 18 decimals'),
    ),
  },
  {
    name: 'post-only',
    message: order({ price: '110', execInst: ['A'] }),
    ...both(refused(0, 'post only')),
  },
  {
    name: 'product-state: cancel only',
    product: { cancelOnly: true },
    message: order(),
    ...both(refused(0, 'Cancel only mode')),
  },
  {
    name: 'product-state: disabled',
    product: { tradingDisabled: true },
    message: order(),
    ...both(refused(0, 'Trading pair not available')),
  },
  {
    name: 'not-found of a status',
    message: { type: 'OrderStatusRequest', symbol: product, clOrdId: uuid(99) },
    with50: refused(5, 'order not found'),
    with42: refused(0, 'order not found'),
  },
  {
    name: 'not-found of a cancellation',
    message: {
      type: 'OrderCancelRequest',
      symbol: product,
      clOrdId: uuid(100),
      origClOrdId: uuid(99),
    },
    ...both(cancelReject(1, '1', 'order not found')),
  },
  {
    name: 'not-found of a modification',
    message: modify({ origClOrdId: uuid(99) }),
    ...both(cancelReject(1, '2', 'order not found')),
  },
  {
    name: 'already-done of a cancellation',
    message: {
      type: 'OrderCancelRequest',
      symbol: product,
      clOrdId: uuid(100),
      origClOrdId: uuid(2),
    },
    ...both(cancelReject(2, '1', 'Order already done')),
  },
  {
    name: 'already-done of a modification',
    message: modify({ origClOrdId: uuid(2) }),
    ...both(cancelReject(2, '2', 'Order already done')),
  },
];

test.each(cells)('refusals-1: $name', async ({ message, product: changes, with50, with42 }) => {
  if (changes !== undefined) world.ok('products.update', { id: product, changes });
  const desks = [
    [await world.join50(owner), with50],
    // The messages are the same in both versions.
    [(await world.join42(owner)) as unknown as Desk50, with42],
  ] as const;
  for (const [desk, expected] of desks) {
    const number = world.core.loop.number;
    const reply = await desk.fix.request(message as Parameters<Desk50['fix']['request']>[0]);
    expect(reply).toMatchObject(expected);
    // A refusal changes nothing (engine-7), but for a rejected order, which can be read.
    if (Reflect.get(expected, 'text') !== 'post only') expect(world.core.loop.number).toBe(number);
    await desk.fix.close();
  }
  // Two Logons of a key in a second are allowed.
  world.step(1000);
  if (changes !== undefined) {
    const back = Object.fromEntries(Object.keys(changes).map((name) => [name, false]));
    world.ok('products.update', { id: product, changes: back });
  }
});

test('refusals-1: too-many-open', async () => {
  const rich = world.owner();
  const { maxOpenOrders } = limits;
  for (let number = 0; number < maxOpenOrders; number += 1)
    world.place(rich, { price: '90', size: '0.02' });
  const text = 'too many open orders';
  expect(await (await world.join50(rich)).fix.request(limitOrder(1))).toMatchObject(
    refused(0, text),
  );
  const old = (await world.join42(rich)) as unknown as Desk50;
  expect(await old.fix.request(limitOrder(1))).toMatchObject(refused(3, text));
});

test('refusals-1: forbidden', async () => {
  const reader = world.anotherKey(owner, { permissions: ['view'] });
  const desk = await world.join50(reader);
  expect(await desk.fix.request(limitOrder(100))).toMatchObject(refused(0, 'Forbidden'));
  const cancel = { symbol: product, clOrdId: uuid(100), origClOrdId: uuid(1) };
  expect(await desk.fix.request({ type: 'OrderCancelRequest', ...cancel })).toMatchObject(
    cancelReject(2, '1', 'Forbidden'),
  );
  await expect(
    desk.fix.request({
      type: 'OrderMassCancelRequest',
      clOrdId: uuid(101),
      massCancelRequestType: '6',
    }),
  ).rejects.toMatchObject({ code: 'rejected', rejection: { reason: 0 } });
  await desk.fix.close();
  const blind = await world.join50(world.anotherKey(owner, { permissions: ['trade'] }));
  await expect(
    blind.fix.request({ type: 'OrderStatusRequest', symbol: product, clOrdId: uuid(1) }),
  ).rejects.toMatchObject({ code: 'rejected', rejection: { reason: 0 } });
  await blind.fix.close();
});

const versions = ['orders-5.0', 'orders-4.2'] as const;

/** Logs on as a key does, with what is given instead of its secrets, and returns the Logout that refuses it. */
async function refusedLogon(
  version: (typeof versions)[number],
  key: Owner,
  changes: Partial<ReturnType<FixWorld['secrets']>> = {},
): Promise<string> {
  const raw = await world.raw(version, key);
  raw.logOn({ ...world.secrets(key), ...changes });
  const logout = await raw.next('5');
  await raw.ended();
  return logout;
}

test.each(versions)('refusals-1: unauthenticated over %s', async (version) => {
  const trader = world.owner();
  const other = world.secrets(world.owner());
  const number = world.core.loop.number;
  expect(await refusedLogon(version, trader, { passphrase: 'other' })).toContain('|58=');
  expect(await refusedLogon(version, trader, { secret: other.secret })).toContain('|58=');
  expect(world.core.loop.number).toBe(number);
});

test.each(versions)('refusals-1: too-many connections over %s', async (version) => {
  const trader = world.owner();
  const keys = Array.from({ length: 7 }, () => world.anotherKey(trader));
  const desks = await Promise.all(keys.map((key) => world.joinIncrements(key)));
  expect(await refusedLogon(version, trader)).toContain('|58=Too many connections');
  await Promise.all(desks.map(({ fix }) => fix.close()));
});

test.each(versions)('refusals-1: form over %s', async (version) => {
  const trader = world.owner();
  const raw = await world.raw(version, trader);
  raw.logOn(world.secrets(trader));
  await raw.next('A');
  const number = world.core.loop.number;
  // A value that the field cannot have, and a field that is missing.
  raw.send('D', 2, `21=1|11=${uuid(1)}|55=${product}|54=9|44=1|38=1|40=2|59=1|`);
  expect(await raw.next('3')).toContain('|371=54|372=D|373=5|');
  raw.send('D', 3, `21=1|11=${uuid(1)}|54=1|44=1|38=1|40=2|59=1|`);
  expect(await raw.next('3')).toContain('|371=55|372=D|373=1|');
  expect(world.core.loop.number).toBe(number);
  raw.close();
});

test.each(versions)('refusals-1: maintenance over %s', async (version) => {
  const restart = Date.parse('2026-11-02T19:00:00Z');
  const closing = await openFixWorld({ now: restart - 10_000 });
  try {
    const trader = closing.owner();
    const raw = await closing.raw(version, trader);
    raw.logOn(closing.secrets(trader));
    await raw.next('A');
    closing.step(10_000);
    await raw.next('5');
    raw.send('5', 2, '');
    await raw.ended();
  } finally {
    await closing.close();
  }
});

test('refusals-1: rate', async () => {
  const trader = world.owner();
  const desk = await world.join50(trader);
  const { messageRate } = limits;
  const ask = { type: 'OrderStatusRequest', symbol: product } as const;
  for (let number = 0; number < messageRate; number += 1)
    await desk.fix.send({ ...ask, clOrdId: uuid(number) });
  await expect(desk.fix.request({ ...ask, clOrdId: uuid(messageRate) })).rejects.toMatchObject({
    code: 'rejected',
  });
  expect(await desk.inbox.first(messageRate)).toHaveLength(messageRate);
});

test('refusals-1: without rate limits, a session may send any number of messages', async () => {
  const free = await openFixWorld({ hasRateLimits: false });
  try {
    const trader = free.owner();
    for (let logon = 0; logon < 5; logon += 1) await (await free.join50(trader)).fix.close();
    const raw = await free.raw('orders-5.0', trader);
    raw.logOn(free.secrets(trader));
    await raw.next('A');
    const { messageRateOfDisconnect: count } = limits;
    for (let number = 0; number <= count; number += 1)
      raw.send('H', number + 2, `11=${uuid(number)}|55=${product}|`);
    for (let number = 0; number <= count; number += 1)
      expect(await raw.next('8')).toContain(`|11=${uuid(number)}|`);
    raw.close();
  } finally {
    await free.close();
  }
});
