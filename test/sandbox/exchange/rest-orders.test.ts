import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CreateOrderRequest, limits } from '@platform/exchange';
import { type TestSandbox, testSandbox } from '../sandbox.js';
import { exchangeOf, newKey, refusalOf, testTrader, type Trader } from './traders.js';

let sandbox: TestSandbox;
let ada: Trader;
let bob: Trader;
let product: string;
let count = 0;
beforeAll(async () => {
  sandbox = await testSandbox({ hasRateLimits: false });
});
afterAll(async () => {
  await sandbox.close();
});
// Each test has a product and traders of its own.
beforeEach(async () => {
  count += 1;
  const base = `T${count}`;
  const { control } = sandbox;
  await control.exchange.createCurrency({ id: base, name: base, precision: '0.00000001' });
  const increments = { baseIncrement: '0.0001', quoteIncrement: '0.01' };
  product = (await control.exchange.createProduct({ base, quote: 'USD', ...increments })).id;
  ada = await testTrader(sandbox, { funds: { USD: '1000000', [base]: '1000' } });
  bob = await testTrader(sandbox, { funds: { USD: '1000000', [base]: '1000' } });
});

type Terms = Readonly<Record<string, unknown>>;

/** A limit order to buy 1 at 100, unless the test says otherwise. What is undefined is omitted. */
function terms(changes: Terms = {}): CreateOrderRequest {
  const all = {
    type: 'limit',
    side: 'buy',
    product_id: product,
    price: '100',
    size: '1',
    ...changes,
  };
  const entries = Object.entries(all).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as object as CreateOrderRequest;
}

function place(
  { exchange }: Trader,
  changes: Terms = {},
): ReturnType<typeof exchange.orders.create> {
  return exchange.orders.create(terms(changes));
}

async function refused({ exchange }: Trader, changes: Terms): Promise<unknown> {
  return refusalOf(await exchange.orders.create.result(terms(changes)));
}

const market = { type: 'market', price: undefined };

describe('placing orders', () => {
  test('orders-13: a response has the order as it was accepted, and later reads what became of it', async () => {
    const client_oid = randomUUID();
    const order = await place(ada, { client_oid });
    expect(order).toEqual({
      id: order.id,
      client_oid,
      product_id: product,
      profile_id: ada.profileId,
      side: 'buy',
      type: 'limit',
      price: '100',
      size: '1',
      time_in_force: 'GTC',
      post_only: false,
      stp: 'dc',
      market_type: 'spot',
      created_at: order.created_at,
      fill_fees: '0',
      filled_size: '0',
      executed_value: '0',
      status: 'pending',
      settled: false,
    });
    expect(await ada.exchange.orders.get(order.id)).toEqual({ ...order, status: 'open' });
    const sale = await place(bob, { side: 'sell', size: '0.25' });
    expect(sale).toMatchObject({ status: 'pending', filled_size: '0' });
    expect(await bob.exchange.orders.get(sale.id)).toMatchObject({
      status: 'done',
      done_reason: 'filled',
      filled_size: '0.25',
      executed_value: '25',
      fill_fees: '0.15',
      settled: true,
      done_at: expect.stringMatching(/Z$/),
    });
    expect(await ada.exchange.orders.get(order.id)).toMatchObject({
      status: 'open',
      filled_size: '0.25',
      executed_value: '25',
      fill_fees: '0.1',
      settled: false,
    });
  });

  test('orders-1: extra leading zeros, zero, and a size with funds are refused', async () => {
    for (const changes of [
      { price: '0100' },
      { size: '00.5' },
      { size: '0' },
      { price: '0.00' },
      { price: '-1' },
      { price: '1e2' },
      { size: '1', funds: '10' },
      { ...market, size: '1', funds: '10' },
      { ...market, size: undefined },
      { size: undefined },
    ])
      expect([changes, await refused(ada, changes)]).toEqual([changes, [400, expect.any(String)]]);
  });

  test('orders-2: instructions that exclude each other are refused', async () => {
    const stop = { type: 'stop', stop_price: '110' };
    const tpsl = { ...stop, stop_limit_price: '120', price: '90' };
    for (const changes of [
      { time_in_force: 'GTT' },
      { time_in_force: 'GTC', cancel_after: 'min' },
      { cancel_after: 'hour' },
      { post_only: true, time_in_force: 'IOC' },
      { post_only: true, time_in_force: 'FOK' },
      { funds: '100', size: undefined, max_floor: '1' },
      { max_floor: '1', stop_price: '110' },
      { ...stop, size: undefined, funds: '100' },
      { ...market, stop_price: '110' },
      { ...market, price: '100' },
      { ...market, time_in_force: 'IOC' },
      { ...market, post_only: true },
      { ...tpsl, post_only: true },
      { ...tpsl, stop: 'loss' },
      { ...tpsl, time_in_force: 'IOC' },
      { ...tpsl, max_floor: '1' },
      { stop: 'loss' },
    ])
      expect([changes, await refused(ada, changes)]).toEqual([changes, [400, expect.any(String)]]);
  });

  test.each([
    ['a limit order by funds', { funds: '50', size: undefined }, { funds: '50', type: 'limit' }],
    ['a market order by size', { type: 'market', price: undefined }, { type: 'market', size: '1' }],
    [
      'a market order by funds',
      { type: 'market', price: undefined, size: undefined, funds: '50' },
      { type: 'market', funds: '50' },
    ],
    [
      'a stop order',
      { type: 'stop', side: 'sell', stop: 'loss', stop_price: '90', price: '89' },
      { type: 'stop', stop: 'loss', stop_price: '90', price: '89', status: 'active' },
    ],
    [
      'a limit order with a stop price',
      { stop_price: '110', price: '111' },
      { type: 'stop', stop: 'entry', stop_price: '110', status: 'active' },
    ],
    [
      'a TPSL',
      { type: 'stop', side: 'sell', price: '120', stop_price: '90', stop_limit_price: '89' },
      { type: 'stop', price: '120', stop_price: '90', stop_limit_price: '89' },
    ],
    ['an iceberg', { size: '10', max_floor: '2' }, { size: '10', max_floor: '2' }],
    [
      'one that is good for an hour',
      { time_in_force: 'GTT', cancel_after: 'hour' },
      { time_in_force: 'GTT', expire_time: expect.stringMatching(/Z$/) },
    ],
    ['immediate or cancel', { time_in_force: 'IOC' }, { time_in_force: 'IOC' }],
    ['fill or kill', { time_in_force: 'FOK' }, { time_in_force: 'FOK' }],
    ['post-only', { post_only: true }, { post_only: true, status: 'pending' }],
    ['another self-trade prevention', { stp: 'cb' }, { stp: 'cb' }],
  ] as const)('orders-12: %s is accepted', async (_, changes, expected) => {
    await place(bob, { side: 'sell', price: '200', size: '5' });
    const order = await place(ada, changes);
    expect(order).toMatchObject(expected);
    const read = await ada.exchange.orders.get(order.id);
    expect(read.status).toMatch(/^(?:open|active|done)$/);
  });

  test('orders-3: a key without the permission, a profile of another, and an inactive profile are refused', async () => {
    const { control, url } = sandbox;
    const viewer = exchangeOf(url, await newKey(sandbox, ada.profileId, { permissions: ['view'] }));
    expect(refusalOf(await viewer.orders.create.result(terms()))).toEqual([403, 'Forbidden']);
    expect(await refused(ada, { profile_id: bob.profileId })).toEqual([403, 'Forbidden']);
    const { id } = await control.exchange.createProfile(ada.userId, { name: 'second' });
    const second = exchangeOf(url, await newKey(sandbox, id));
    await control.exchange.deactivateProfile(ada.userId, id);
    expect(refusalOf(await second.orders.create.result(terms()))).toEqual([403, 'Forbidden']);
    const own = { profile_id: ada.profileId.replaceAll('-', '').toUpperCase() };
    expect(await place(ada, own)).toMatchObject({ status: 'pending' });
  });

  test('orders-4: products that are unknown, offline, disabled or restricted', async () => {
    expect(await refused(ada, { product_id: 'NO-USD' })).toEqual([400, 'Product not found']);
    const set = (changes: object): Promise<unknown> =>
      sandbox.control.exchange.updateProduct(product, changes);
    const unavailable = [400, 'Trading pair not available'];
    await set({ status: 'offline' });
    expect(await refused(ada, {})).toEqual(unavailable);
    await set({ status: 'online', tradingDisabled: true });
    expect(await refused(ada, {})).toEqual(unavailable);
    await set({ tradingDisabled: false, cancelOnly: true });
    expect(await refused(ada, {})).toEqual([400, 'Cancel only mode']);
    await set({ cancelOnly: false, limitOnly: true });
    expect(await refused(ada, market)).toEqual([400, 'Limit only mode']);
    expect(await place(ada)).toMatchObject({ status: 'pending' });
    await set({ limitOnly: false, postOnly: true });
    expect(await refused(ada, {})).toEqual([400, 'Post only mode']);
    expect(await place(ada, { post_only: true })).toMatchObject({ status: 'pending' });
  });

  test('orders-5: amounts that are no multiples of the increments', async () => {
    expect(await refused(ada, { price: '100.001' })).toEqual([400, 'price too precise']);
    expect(await refused(ada, { size: '1.00001' })).toEqual([400, 'size too precise']);
    expect(await refused(ada, { size: '0.00001', price: '900000' })).toEqual([
      400,
      'size is too small',
    ]);
  });

  test('orders-6: orders with a limit are checked by their value alone, market orders by their funds alone', async () => {
    const small = [400, 'size is too small'];
    await sandbox.control.exchange.updateProduct(product, { minMarketFunds: '10' });
    expect(await refused(ada, { price: '99.99', size: '0.1' })).toEqual(small);
    expect(await place(ada, { price: '100', size: '0.1' })).toMatchObject({ status: 'pending' });
    expect(await refused(ada, { size: undefined, funds: '9.99' })).toEqual(small);
    expect(await refused(ada, { ...market, size: undefined, funds: '9.99' })).toEqual(small);
    expect(await place(bob, { ...market, side: 'sell', size: '0.0001' })).toMatchObject({
      status: 'pending',
    });
    await sandbox.control.exchange.updateProduct(product, { maxMarketFunds: '20' });
    expect(await refused(ada, { ...market, size: undefined, funds: '20.01' })).toEqual([
      400,
      'size is too large',
    ]);
  });

  test('orders-7: an iceberg order shows more than a tenth of its size', async () => {
    for (const max_floor of ['1', '10.0001'])
      expect(await refused(ada, { size: '10', max_floor })).toEqual([
        400,
        'max_floor must be more than a tenth of the size, and at most the size',
      ]);
    expect(await place(ada, { size: '10', max_floor: '1.0001' })).toMatchObject({ size: '10' });
  });

  test('orders-8: an identifier differs from those of all open orders, and can be used again after that', async () => {
    const client_oid = randomUUID();
    const order = await place(ada, { client_oid });
    const duplicate = [400, 'duplicate client_oid'];
    expect(await refused(ada, { client_oid })).toEqual(duplicate);
    expect(await refused(ada, { client_oid: client_oid.toUpperCase() })).toEqual(duplicate);
    expect(await place(bob, { client_oid })).toMatchObject({ client_oid });
    await ada.exchange.orders.cancel(order.id);
    expect(await place(ada, { client_oid })).toMatchObject({ client_oid });
  });

  test('orders-9: a profile has at most 500 open orders of a product', async () => {
    const waits = { type: 'stop', stop_price: '110', price: '111' };
    const placed: string[] = [];
    for (let number = 0; number < limits.maxOpenOrders; number += 1)
      placed.push(
        (await place(ada, number % 2 === 0 ? { size: '0.1' } : { ...waits, size: '0.1' })).id,
      );
    const tooMany = [400, 'too many open orders'];
    for (const changes of [{}, waits]) expect(await refused(ada, changes)).toEqual(tooMany);
    expect(await place(ada, { time_in_force: 'IOC', price: '1' })).toMatchObject({});
    expect(await place(bob)).toMatchObject({ status: 'pending' });
    await ada.exchange.orders.cancel(placed[1] ?? '');
    expect(await place(ada)).toMatchObject({ status: 'pending' });
    expect(await refused(ada, {})).toEqual(tooMany);
  });

  test('orders-10: the prices of a TPSL are in order', async () => {
    const sale = {
      type: 'stop',
      side: 'sell',
      price: '120',
      stop_price: '90',
      stop_limit_price: '89',
    };
    for (const changes of [{ price: '90' }, { stop_limit_price: '90' }, { stop_price: '120' }])
      expect((await refused(ada, { ...sale, ...changes })) as unknown[]).toEqual([
        400,
        expect.stringMatching(/^stop_(?:limit_)?price /),
      ]);
    const purchase = {
      ...sale,
      side: 'buy',
      price: '80',
      stop_price: '90',
      stop_limit_price: '91',
    } as const;
    expect(await place(ada, purchase)).toMatchObject({ type: 'stop' });
    expect(await refused(ada, { ...purchase, stop_limit_price: '89' })).toEqual([
      400,
      'stop_limit_price must be beyond the stop price',
    ]);
  });

  test('orders-11: what an order may cost is held, fee included, and released', async () => {
    const available = async (currency: string): Promise<string | undefined> =>
      (await ada.exchange.accounts.list()).find((each) => each.currency === currency)?.available;
    const order = await place(ada, { size: '2' });
    // 200 and the taker's fee of 0.6 %.
    expect(await available('USD')).toBe('999798.8');
    expect(await refused(ada, { size: '9939' })).toEqual([400, 'Insufficient funds']);
    expect(await refused(ada, { side: 'sell', size: '1000.0001' })).toEqual([
      400,
      'Insufficient funds',
    ]);
    await ada.exchange.orders.cancel(order.id);
    expect(await available('USD')).toBe('1000000');
    await place(ada, { size: undefined, funds: '500' });
    expect(await available('USD')).toBe('999500');
  });

  test('orders-14: a post-only order that would be filled is rejected with 200', async () => {
    await place(bob, { side: 'sell' });
    const rejected = await place(ada, { post_only: true });
    expect(rejected).toMatchObject({ status: 'rejected', reject_reason: 'post only' });
    expect(await ada.exchange.orders.get(rejected.id)).toEqual(rejected);
    expect(await ada.exchange.fills.list({ order_id: rejected.id })).toEqual([]);
  });
});

describe('cancelling and reading orders', () => {
  test('book-13: an order is cancelled by its identifier, or by that of its client', async () => {
    const client_oid = randomUUID();
    const first = await place(ada);
    await place(ada, { client_oid });
    expect(await ada.exchange.orders.cancel(first.id)).toBe(first.id);
    expect(await ada.exchange.orders.cancelByClientOid(client_oid)).toBe(client_oid);
    expect(await ada.exchange.orders.get(first.id)).toMatchObject({
      status: 'done',
      done_reason: 'canceled',
    });
    const done = [400, 'Order already done'];
    expect(refusalOf(await ada.exchange.orders.cancel.result(first.id))).toEqual(done);
    expect(refusalOf(await ada.exchange.orders.cancelByClientOid.result(client_oid))).toEqual(done);
  });

  test('book-13: an order that is unknown, of another profile, or of another product is not found', async () => {
    const client_oid = randomUUID();
    const { id } = await place(ada, { client_oid });
    const { orders } = bob.exchange;
    const missing = [404, 'order not found'];
    expect(refusalOf(await orders.get.result(id))).toEqual(missing);
    expect(refusalOf(await orders.getByClientOid.result(client_oid))).toEqual(missing);
    expect(refusalOf(await orders.cancel.result(id))).toEqual(missing);
    expect(refusalOf(await orders.cancelByClientOid.result(client_oid))).toEqual(missing);
    expect(refusalOf(await orders.cancel.result(randomUUID()))).toEqual(missing);
    const own = ada.exchange.orders;
    const elsewhere = { product_id: 'BTC-USD' };
    for (const [body, query] of [
      [elsewhere, {}],
      [undefined, elsewhere],
      [elsewhere, { product_id: product }],
      [{ product_id: product }, elsewhere],
    ] as const)
      expect(refusalOf(await own.cancel.result(id, body, { query }))).toEqual(missing);
    const others = { profile_id: bob.profileId };
    for (const [body, query] of [
      [others, {}],
      [undefined, others],
    ] as const)
      expect(refusalOf(await own.cancel.result(id, body, { query }))).toEqual([403, 'Forbidden']);
    expect(await own.getByClientOid(client_oid)).toMatchObject({ id, status: 'open' });
    expect(await own.cancel(id, { product_id: product, profile_id: ada.profileId })).toBe(id);
  });

  test('orders-15: identifiers that are none are refused in the words that clients know', async () => {
    expect(refusalOf(await ada.exchange.orders.get.result('nonsense'))).toEqual([
      400,
      'Invalid order id',
    ]);
  });
});

describe('lists of orders', () => {
  test('orders-16: they are filtered by status, product, market and dates', async () => {
    const open = await place(ada);
    const waits = await place(ada, { type: 'stop', stop_price: '110', price: '111' });
    const done = await place(ada);
    await ada.exchange.orders.cancel(done.id);
    await place(bob);
    const list = async (
      query: Parameters<typeof ada.exchange.orders.list>[0],
    ): Promise<string[]> => {
      const found: string[] = [];
      for await (const { id } of ada.exchange.orders.list(query)) found.push(id);
      return found;
    };
    expect(await list({})).toEqual([done.id, waits.id, open.id]);
    expect(await list({ status: ['all'] })).toHaveLength(3);
    expect(await list({ status: ['open'] })).toEqual([open.id]);
    expect(await list({ status: ['open', 'active'], product_id: product })).toEqual([
      waits.id,
      open.id,
    ]);
    expect(await list({ status: ['done', 'rejected'] })).toEqual([done.id]);
    expect(await list({ product_id: 'BTC-USD' })).toEqual([]);
    expect(await list({ market_type: 'spot' })).toHaveLength(3);
    expect(await list({ market_type: 'rfq' })).toEqual([]);
    expect(await list({ start_date: waits.created_at, end_date: waits.created_at })).toEqual([
      waits.id,
    ]);
    expect(await list({ end_date: '2020-01-01' })).toEqual([]);
    expect(await list({ start_date: '2020-01-01T00:00:00' })).toHaveLength(3);
    expect(refusalOf(await ada.exchange.orders.list.result({ profile_id: bob.profileId }))).toEqual(
      [403, 'Forbidden'],
    );
  });

  test.each([
    ['price', ['99', '100', '101.5', '102']],
    ['size', ['1', '2', '10', '11']],
    ['order_id', undefined],
    ['side', undefined],
    ['type', undefined],
    ['created_at', undefined],
  ] as const)(
    'orders-16: they are sorted by %s, in both orders and over pages',
    async (sortedBy, expected) => {
      for (const changes of [
        { price: '100', size: '11' },
        { price: '102', size: '1' },
        { price: '99', size: '10' },
        { side: 'sell', price: '101.5', size: '2', type: 'stop', stop_price: '90' },
      ] as const)
        await place(ada, changes);
      const ids = async (sorting: 'asc' | 'desc', limit: number): Promise<readonly unknown[]> => {
        const found: unknown[] = [];
        for await (const order of ada.exchange.orders.list({ sortedBy, sorting, limit }))
          found.push(sortedBy === 'price' || sortedBy === 'size' ? order[sortedBy] : order.id);
        return found;
      };
      const ascending = await ids('asc', 1000);
      expect(ascending).toHaveLength(4);
      if (expected !== undefined) expect(ascending).toEqual(expected);
      for (const limit of [1, 2, 3]) {
        expect(await ids('asc', limit)).toEqual(ascending);
        expect(await ids('desc', limit)).toEqual([...ascending].reverse());
      }
    },
  );

  test('pages-2: the first page can later be continued with exactly the newer rows', async () => {
    const { orders } = ada.exchange;
    const before = await orders.list.result({ limit: 2 });
    expect(before).toMatchObject({ value: [] });
    const placed: string[] = [];
    for (let number = 0; number < 5; number += 1) placed.push((await place(ada)).id);
    const first = await pageOf(ada, { limit: 2 });
    expect(first.ids).toEqual([placed[4], placed[3]]);
    const second = await pageOf(ada, { limit: 2, after: first.after });
    expect(second.ids).toEqual([placed[2], placed[1]]);
    const last = await pageOf(ada, { limit: 2, after: second.after });
    expect(last.ids).toEqual([placed[0]]);
    expect(last.after).toBeUndefined();
    expect((await pageOf(ada, { limit: 2, before: last.before })).ids).toEqual([
      placed[2],
      placed[1],
    ]);
    expect((await pageOf(ada, { before: first.before })).ids).toEqual([]);
    const newer = [(await place(ada)).id, (await place(ada)).id];
    const back = await pageOf(ada, { before: first.before });
    expect(back.ids).toEqual([newer[1], newer[0]]);
    expect((await pageOf(ada, { limit: 3, after: back.after })).ids).toEqual([
      placed[4],
      placed[3],
      placed[2],
    ]);
  });

  test('pages-1: a cursor of another list, of another profile, altered, or two are refused', async () => {
    for (let number = 0; number < 3; number += 1) await place(ada);
    const { after = '' } = await pageOf(ada, { limit: 1 });
    const { orders } = ada.exchange;
    for (const query of [
      { after: `${after}x` },
      { after, status: ['open'] as const },
      { after, before: after },
      { before: 'nonsense' },
    ])
      expect(refusalOf(await orders.list.result(query))).toEqual([400, expect.any(String)]);
    expect(refusalOf(await bob.exchange.orders.list.result({ after }))).toEqual([
      400,
      expect.any(String),
    ]);
    expect(await orders.list.result({ after, limit: 1000 })).toMatchObject({ kind: 'success' });
  });
});

/** Which page of a list a test asks for. */
interface PageTerms {
  readonly limit?: number;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

async function pageOf(
  { exchange }: Trader,
  { after: older, before: newer, ...size }: PageTerms,
): Promise<{ readonly ids: readonly string[]; readonly after?: string; readonly before?: string }> {
  const outcome = await exchange.orders.list.result({
    ...size,
    ...(older === undefined ? {} : { after: older }),
    ...(newer === undefined ? {} : { before: newer }),
  });
  if (outcome.kind !== 'success')
    throw new Error(`It was refused: ${JSON.stringify(outcome.value)}`);
  const { 'CB-AFTER': after, 'CB-BEFORE': before } = outcome.headers;
  return {
    ids: outcome.value.map(({ id }) => id),
    ...(after === undefined ? {} : { after }),
    ...(before === undefined ? {} : { before }),
  };
}
