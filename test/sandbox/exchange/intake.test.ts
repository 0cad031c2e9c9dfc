import { expect, test } from 'vitest';
import { decimal, Exchange } from './exchange.js';

const code = (refusal: unknown): unknown => Reflect.get(refusal as object, 'code');

test('orders-1: amounts have no leading zeros and are above zero, and size and funds exclude each other', () => {
  const exchange = new Exchange();
  for (const texts of [
    { price: '0100', size: '1' },
    { price: '100', size: '01' },
    { price: '100', size: '0' },
    { price: '-1', size: '1' },
    { price: '100', size: '1', funds: '100' },
    { price: '100' },
    { type: 'market' as const },
    { type: 'market' as const, size: '1', funds: '100' },
  ])
    expect(code(exchange.refuses(texts))).toBe('form');
});

test('orders-2: instructions that exclude each other are refused', () => {
  const exchange = new Exchange();
  const tpsl = { type: 'stop', side: 'sell', price: '120', size: '1' } as const;
  const stops = { stopPrice: '90', stopLimitPrice: '89' } as const;
  for (const texts of [
    { price: '100', size: '1', cancelAfter: 'min' as const },
    { price: '100', size: '1', timeInForce: 'GTT' as const },
    { price: '100', size: '1', timeInForce: 'GTD' as const },
    { price: '100', size: '1', timeInForce: 'GTD' as const, expireAt: exchange.now },
    { price: '100', size: '1', timeInForce: 'IOC' as const, postOnly: true },
    { price: '100', funds: '100', maxFloor: '1' },
    { price: '100', size: '5', maxFloor: '1', stopPrice: '99' },
    { price: '100', funds: '100', stopPrice: '99' },
    { type: 'market' as const, size: '1', price: '100' },
    { type: 'market' as const, size: '1', timeInForce: 'IOC' as const },
    { ...tpsl, ...stops, timeInForce: 'FOK' as const },
    { ...tpsl, ...stops, postOnly: true },
    { ...tpsl, ...stops, stop: 'loss' as const },
  ])
    expect(code(exchange.refuses(texts))).toBe('form');
  exchange.place({ ...tpsl, ...stops });
});

test('orders-4: the product and its state allow the order', () => {
  const exchange = new Exchange();
  expect(code(exchange.refuses({ product: 'BTC-EUR', price: '100', size: '1' }))).toBe(
    'unknown-product',
  );
  const resting = exchange.buy('100', '1');
  const set = (changes: object): void =>
    void exchange.ok('products.update', { id: 'BTC-USD', changes });
  const off = { cancelOnly: false, limitOnly: false, postOnly: false, tradingDisabled: false };
  set({ ...off, cancelOnly: true });
  expect(exchange.refuses({ price: '100', size: '1' })).toMatchObject({
    code: 'product-state',
    data: { state: 'cancel-only' },
  });
  set({ ...off, limitOnly: true });
  expect(code(exchange.refuses({ type: 'market', size: '1' }))).toBe('product-state');
  exchange.buy('100', '1');
  set({ ...off, postOnly: true });
  expect(code(exchange.refuses({ price: '100', size: '1' }))).toBe('product-state');
  exchange.buy('100', '1', { postOnly: true });
  set({ ...off, tradingDisabled: true });
  expect(code(exchange.refuses({ price: '100', size: '1' }))).toBe('product-state');
  set({ ...off, status: 'offline' });
  expect(code(exchange.refuses({ price: '100', size: '1' }))).toBe('product-state');
  exchange.ok('orders.cancel', { profile: 'ada', id: resting });
});

test('orders-5: prices and sizes are multiples of the increments', () => {
  const exchange = new Exchange();
  expect(exchange.refuses({ price: '100.001', size: '1' })).toEqual({
    code: 'increment',
    data: { member: 'price', isSmall: false },
  });
  expect(exchange.refuses({ price: '100', size: '1.000000001' })).toEqual({
    code: 'increment',
    data: { member: 'size', isSmall: false },
  });
  expect(exchange.refuses({ price: '100', size: '0.000000001' })).toEqual({
    code: 'increment',
    data: { member: 'size', isSmall: true },
  });
});

test('orders-6: limit orders are checked by their value alone, market orders by their funds alone', () => {
  const exchange = new Exchange();
  expect(code(exchange.refuses({ price: '100', size: '0.00999999' }))).toBe('minimum');
  exchange.buy('100', '0.01');
  exchange.sell('101', '1');
  expect(code(exchange.refuses({ type: 'market', funds: '0.99', profile: 'bob' }))).toBe('minimum');
  exchange.place({ type: 'market', size: '0.00000001', profile: 'bob' });
  exchange.place({ type: 'market', funds: '1', profile: 'bob' });
  expect(code(exchange.refuses({ type: 'market', funds: '1000001', profile: 'bob' }))).toBe(
    'minimum',
  );
});

test('orders-7: an iceberg order shows more than a tenth of its size, and at most its size', () => {
  const exchange = new Exchange();
  expect(code(exchange.refuses({ price: '100', size: '10', maxFloor: '1' }))).toBe('form');
  expect(code(exchange.refuses({ price: '100', size: '10', maxFloor: '10.1' }))).toBe('form');
  exchange.buy('100', '10', { maxFloor: '1.00000001' });
  exchange.buy('100', '10', { maxFloor: '10' });
});

test('orders-8: the id of an open order is refused, in any case of a UUID, and may be used again', () => {
  const exchange = new Exchange();
  const clientId = 'a3a1bd1f-2f6c-4d3b-9a1f-0d6a3c2e7b55';
  exchange.buy('100', '1', { clientId });
  expect(
    code(exchange.refuses({ price: '100', size: '1', clientId: clientId.toUpperCase() })),
  ).toBe('duplicate-client-id');
  exchange.buy('100', '1', { clientId, profile: 'bob' });
  exchange.buy('100', '1', { clientId: 'Text' });
  exchange.buy('100', '1', { clientId: 'text' });
  exchange.ok('orders.cancel', { profile: 'ada', clientId });
  exchange.buy('100', '1', { clientId });
});

test('orders-9: a profile has at most 500 open orders of a product', () => {
  const exchange = new Exchange();
  const first = exchange.buy('1', '1');
  for (let index = 1; index < 499; index += 1) exchange.buy('1', '1');
  exchange.buy('1', '1', { type: 'stop', stopPrice: '2', stop: 'entry' });
  const another = { price: '1', size: '1' };
  expect(exchange.refuses(another)).toEqual({ code: 'too-many-open', data: { limit: 500 } });
  exchange.buy('1', '1', { timeInForce: 'IOC' });
  exchange.buy('1', '1', { product: 'ETH-USD' });
  exchange.ok('orders.cancel', { profile: 'ada', id: first });
  exchange.place(another);
  expect(code(exchange.refuses(another))).toBe('too-many-open');
});

test('orders-10: the prices of a TPSL are in order, with the last trade between them', () => {
  const exchange = new Exchange();
  const tpsl = { type: 'stop', side: 'sell', size: '1' } as const;
  const refused = (price: string, stopPrice: string, stopLimitPrice: string): unknown =>
    code(exchange.refuses({ ...tpsl, price, stopPrice, stopLimitPrice }));
  expect(refused('90', '100', '89')).toBe('form');
  expect(refused('120', '90', '90')).toBe('form');
  exchange.sell('100', '1');
  exchange.buy('100', '1', { profile: 'bob' });
  expect(refused('99', '90', '89')).toBe('form');
  expect(refused('120', '100', '89')).toBe('form');
  exchange.place({ ...tpsl, price: '120', stopPrice: '90', stopLimitPrice: '89' });
});

test('orders-11: an order holds what it may cost, and a better price releases the difference', () => {
  const exchange = new Exchange();
  const id = exchange.buy('100', '1');
  expect(exchange.money('ada', 'USD')).toEqual(['1000000', '100.6']);
  exchange.ok('orders.cancel', { profile: 'ada', id });
  expect(exchange.money('ada', 'USD')).toEqual(['1000000', '0']);
  exchange.sell('99', '1', { profile: 'bob' });
  exchange.buy('100', '3');
  // 99 and its fee are paid; the remaining 2 are held at 100.
  expect(exchange.money('ada', 'USD')).toEqual(['999900.4', '201.2']);
  expect(code(exchange.refuses({ price: '100', size: '10000' }))).toBe('insufficient-funds');
  expect(code(exchange.refuses({ side: 'sell', price: '100', size: '101.1' }))).toBe(
    'insufficient-funds',
  );
  exchange.checkReplay();
});

test('orders-11: a market order by size costs what the book asks for', () => {
  const exchange = new Exchange();
  exchange.ok('ledger.credit', { profile: 'poor', currency: 'USD', amount: '201.5' });
  exchange.sell('100', '1');
  exchange.sell('101', '1');
  const market = { type: 'market', size: '2', profile: 'poor' } as const;
  expect(code(exchange.refuses(market))).toBe('insufficient-funds');
  exchange.ok('ledger.credit', { profile: 'poor', currency: 'USD', amount: '0.71' });
  exchange.place(market);
  expect(exchange.money('poor', 'USD')).toEqual(['0', '0']);
});

test('orders-12, orders-13: the result is the order as accepted; a stop order is activated without a number', () => {
  const exchange = new Exchange();
  const limit = exchange.ok('orders.place', exchange.order({ price: '100', size: '1' }));
  expect(limit.status).toBe('pending');
  expect(exchange.state.orders.orders.get(limit.id)?.status).toBe('open');
  const stop = exchange.ok(
    'orders.place',
    exchange.order({ type: 'stop', price: '100', stopPrice: '99', size: '1' }),
  );
  expect(stop.status).toBe('active');
  expect(exchange.lastEvents.map(([name]) => name)).toEqual(['activated']);
  expect(exchange.state.orders.markets.get('BTC-USD')?.sequence).toBe(2);
});

test('orders-14, orders-15: a post-only order that would be filled is rejected, and can be read for an hour', () => {
  const exchange = new Exchange();
  exchange.sell('100', '1');
  const order = exchange.order({ price: '100', size: '1', postOnly: true, profile: 'bob' });
  const { id, status, rejectReason } = exchange.ok('orders.place', order);
  expect([status, rejectReason]).toEqual(['rejected', 'post only']);
  expect(exchange.money('bob', 'USD')).toEqual(['1000000', '0']);
  const canceled = exchange.buy('99', '1');
  exchange.ok('orders.cancel', { profile: 'ada', id: canceled });
  const known = (): readonly boolean[] =>
    [id, canceled].map((each) => exchange.state.orders.orders.has(each));
  exchange.step(3_599_000_000);
  expect(known()).toEqual([true, true]);
  exchange.step(2_000_000);
  expect(known()).toEqual([false, true]);
  exchange.step(86_400_000_000);
  expect(known()).toEqual([false, false]);
});

test('fees-1: the rates follow from the volume of the last 30 days', () => {
  const exchange = new Exchange();
  const rate = (profile: string): unknown =>
    exchange.ok('orders.place', exchange.order({ price: '1', size: '1', profile })).rate;
  expect(rate('bob')).toBe(decimal('0.006'));
  exchange.sell('10000', '1');
  exchange.buy('10000', '1', { profile: 'bob' });
  expect(rate('bob')).toBe(decimal('0.004'));
  exchange.step(30 * 86_400_000_000 - 1_000);
  expect(rate('bob')).toBe(decimal('0.004'));
  exchange.step(2_000);
  expect(rate('bob')).toBe(decimal('0.006'));
});

test('fees-2: fills of one unit are charged no more than one fill of all', () => {
  const exchange = new Exchange();
  exchange.sell('100.01', '1');
  const taker = { profile: 'bob', price: '100.01', size: '1' } as const;
  exchange.place(taker);
  const whole = exchange.state.orders.fillsByProfile.last('bob')?.fee;
  for (let index = 0; index < 10; index += 1) exchange.sell('100.01', '0.1');
  const id = exchange.place(taker);
  const order = exchange.state.orders.orders.get(id);
  expect(order?.fees).toBe(whole);
  expect(exchange.state.orders.fillsByOrder.count(id)).toBe(10);
});
