import { expect, test } from 'vitest';
import { decimal, Exchange } from './exchange.js';

test('book-1: the best price trades first, then the earliest, at the price of the maker', () => {
  const exchange = new Exchange();
  const [later, first, second] = [
    exchange.sell('102', '1'),
    exchange.sell('101', '1'),
    exchange.sell('101', '1'),
  ];
  exchange.buy('103', '2.5', { profile: 'bob' });
  const matches = exchange.lastEvents.filter(([name]) => name === 'matched');
  expect(matches.map(([, { price, size, maker }]) => [price, size, maker])).toMatchObject([
    [decimal('101'), decimal('1'), { id: first }],
    [decimal('101'), decimal('1'), { id: second }],
    [decimal('102'), decimal('0.5'), { id: later }],
  ]);
  expect(exchange.levels('sell')).toEqual(['0.5 @ 102 x1']);
  expect(exchange.levels('buy')).toEqual([]);
  exchange.checkReplay();
});

test('book-2: received, open, match and done are numbered without gaps', () => {
  const exchange = new Exchange();
  const maker = exchange.sell('101', '1');
  expect(exchange.lastEvents.map(([name, { sequence }]) => [name, sequence])).toEqual([
    ['received', 1],
    ['opened', 2],
  ]);
  const taker = exchange.buy('101', '1.5', { profile: 'bob' });
  expect(exchange.lastEvents.map(([name, { sequence, id }]) => [name, sequence, id ?? ''])).toEqual(
    [
      ['received', 3, ''],
      ['matched', 4, ''],
      ['done', 5, maker],
      ['opened', 6, taker],
    ],
  );
});

test('book-14, fees-2, ledger-1: a trade moves base and quote exactly, with fees apart', () => {
  const exchange = new Exchange();
  exchange.sell('100.01', '0.5');
  exchange.buy('100.02', '0.5', { profile: 'bob' });
  expect(exchange.money('ada', 'BTC')).toEqual(['99.5', '0']);
  expect(exchange.money('bob', 'BTC')).toEqual(['100.5', '0']);
  // 50.005, less 0.4 % rounded up to 0.21; and with 0.6 % rounded up to 0.31.
  expect(exchange.money('ada', 'USD')).toEqual(['1000049.795', '0']);
  expect(exchange.money('bob', 'USD')).toEqual(['999949.685', '0']);
  expect(exchange.money('house:fees', 'USD')).toEqual(['0.52', '0']);
  exchange.checkReplay();
});

const names = (exchange: Exchange): readonly unknown[] => exchange.lastEvents.map(([name]) => name);

const cancelReasons = (exchange: Exchange): readonly unknown[] =>
  exchange.lastEvents
    .filter(([name]) => name === 'done')
    .map(([, { cancelReason, reason }]) => cancelReason ?? reason);

test('book-3: the remainder of IOC and market orders is cancelled, FOK is filled completely or not at all', () => {
  const exchange = new Exchange();
  exchange.sell('100', '1');
  exchange.buy('100', '2', { timeInForce: 'FOK', profile: 'bob' });
  expect(names(exchange)).toEqual(['received', 'done']);
  expect(exchange.levels('sell')).toEqual(['1 @ 100 x1']);
  exchange.buy('100', '0.4', { timeInForce: 'FOK', profile: 'bob' });
  expect(cancelReasons(exchange)).toEqual(['filled']);
  exchange.buy('100', '2', { timeInForce: 'IOC', profile: 'bob' });
  expect(cancelReasons(exchange)).toEqual(['filled', '101:Time In Force']);
  exchange.sell('100', '1');
  exchange.place({ type: 'market', size: '2', profile: 'bob' });
  expect(cancelReasons(exchange)).toEqual(['filled', '101:Time In Force']);
  expect(exchange.levels('buy')).toEqual([]);
  exchange.checkReplay();
});

test.each([
  ['co', 'filled'],
  ['dc', '101:Time In Force'],
  ['cn', '101:Time In Force'],
  ['cb', '101:Time In Force'],
] as const)('book-3: FOK over an own order with %s is %s', (stp, outcome) => {
  const exchange = new Exchange();
  const own = exchange.sell('100', '1', { profile: 'bob' });
  exchange.sell('100', '2');
  exchange.buy('100', '2', { timeInForce: 'FOK', profile: 'bob', stp });
  expect(cancelReasons(exchange).at(-1)).toBe(outcome);
  const status = exchange.state.orders.orders.get(own)?.status;
  expect(status).toBe(outcome === 'filled' ? 'done' : 'open');
});

test('book-4: a limit order by funds never spends more, and rests with what is left of them', () => {
  const exchange = new Exchange();
  exchange.sell('100', '0.5');
  const id = exchange.buy('101', '', { profile: 'bob', size: undefined, funds: '101' });
  const order = exchange.state.orders.orders.get(id);
  // 50 and a fee of 0.3 are spent; 50.7 buy 0.499 and a bit at 101, with the fee.
  expect(order?.filled).toBe(decimal('0.5'));
  expect(order?.left).toBeGreaterThan(decimal('0.4989'));
  expect((order?.value ?? 0n) + (order?.fees ?? 0n) + (order?.hold ?? 0n)).toBeLessThanOrEqual(
    decimal('101'),
  );
});

test('book-5: level 3 grouped by price is level 2, and the book is never crossed', () => {
  const exchange = new Exchange();
  exchange.buy('99', '1');
  exchange.buy('99', '2', { profile: 'bob' });
  exchange.buy('98', '5', { maxFloor: '2' });
  exchange.sell('101', '1');
  expect(exchange.levels('buy')).toEqual(['3 @ 99 x2', '2 @ 98 x1']);
  expect(exchange.levels('sell')).toEqual(['1 @ 101 x1']);
});

test.each([
  // The last trade is at 100, so 95 % of it is 95.
  ['94.99', '105'],
  ['95', '99.75'],
  ['95.01', '99.76'],
  [undefined, '105'],
])('book-6, book-7: with a best bid of %s a purchase is filled up to %s', (bid, cap) => {
  const exchange = new Exchange();
  exchange.sell('100', '1');
  exchange.buy('100', '1', { profile: 'bob' });
  if (bid !== undefined) exchange.buy(bid, '1');
  const beyond = (Number(cap) + 0.01).toFixed(2);
  exchange.sell(cap, '1');
  exchange.sell(beyond, '1');
  exchange.buy('200', '3', { profile: 'bob' });
  expect(cancelReasons(exchange)).toEqual(['filled', '109:High Bid Limit']);
  expect(exchange.levels('sell')).toEqual([`1 @ ${beyond} x1`]);
});

test('book-6: without a trade there is no cap', () => {
  const exchange = new Exchange();
  exchange.sell('1000', '1');
  exchange.buy('2000', '1', { profile: 'bob' });
  expect(cancelReasons(exchange)).toEqual(['filled', 'filled']);
});

const stp = '102:Self Trade Prevention';

test.each([
  ['dc', '1', ['0.5 @ 100 x1'], [stp]],
  ['dc', '1.5', [], [stp, stp]],
  ['dc', '2', [], [stp]],
  ['co', '2', [], [stp]],
  ['cn', '2', ['1.5 @ 100 x1'], [stp]],
  ['cb', '2', [], [stp, stp]],
] as const)('book-8: %s of an order of %s against an own one of 1.5', (mode, size, book, ends) => {
  const exchange = new Exchange();
  exchange.sell('100', '1.5');
  const id = exchange.buy('100', size, { stp: mode });
  expect(exchange.levels('sell')).toEqual(book);
  expect(cancelReasons(exchange)).toEqual(ends);
  expect(exchange.state.orders.fills.size).toBe(0);
  const left = exchange.state.orders.orders.get(id)?.left;
  if (mode === 'dc' && size === '2') expect(left).toBe(decimal('0.5'));
});

test('book-8: of an own iceberg order the shown size counts', () => {
  const exchange = new Exchange();
  exchange.sell('100', '10', { maxFloor: '2' });
  exchange.buy('100', '0.5');
  expect(exchange.levels('sell')).toEqual(['1.5 @ 100 x1']);
  exchange.buy('100', '4');
  expect(exchange.levels('sell')).toEqual([]);
  expect(exchange.levels('buy')).toEqual(['2.5 @ 100 x1']);
});

test('book-9: stops are triggered by later trades, in order of arrival, and what they trigger queues behind them', () => {
  const exchange = new Exchange();
  exchange.buy('100', '1');
  exchange.buy('99', '1');
  exchange.buy('98', '1');
  const stop = { type: 'stop', side: 'sell', profile: 'bob', size: '1' } as const;
  const second = exchange.place({ ...stop, stopPrice: '99', price: '98' });
  const first = exchange.place({ ...stop, stopPrice: '100', price: '99' });
  exchange.sell('100', '1', { profile: 'bob' });
  const triggered = exchange.lastEvents.filter(([name]) => name === 'triggered');
  expect(triggered.map(([, { id }]) => id)).toEqual([first, second]);
  expect(exchange.levels('buy')).toEqual([]);
  exchange.checkReplay();
});

test('book-10: a TPSL rests at its price, and is repriced when a trade reaches its stop price', () => {
  const exchange = new Exchange();
  exchange.buy('90', '1');
  exchange.buy('89', '5');
  const id = exchange.place({
    type: 'stop',
    side: 'sell',
    price: '120',
    stopPrice: '90',
    stopLimitPrice: '89',
    size: '2',
    profile: 'bob',
  });
  expect(exchange.levels('sell')).toEqual(['2 @ 120 x1']);
  exchange.sell('90', '1', { profile: 'bob' });
  expect(exchange.lastEvents.find(([name]) => name === 'changed')?.[1]).toMatchObject({
    id,
    reason: 'tpsl_triggered',
    oldPrice: decimal('120'),
    newPrice: decimal('89'),
  });
  expect(exchange.levels('sell')).toEqual([]);
  expect(exchange.levels('buy')).toEqual(['3 @ 89 x1']);
  const change = { profile: 'bob', id, newClientId: 'new', size: '1' };
  expect(exchange.refused('orders.modify', change).code).toBe('already-done');
});

test('book-11: the next slice of an iceberg order is behind all others of its price', () => {
  const exchange = new Exchange();
  const iceberg = exchange.sell('100', '5', { maxFloor: '2' });
  const other = exchange.sell('100', '1');
  expect(exchange.levels('sell')).toEqual(['3 @ 100 x2']);
  exchange.buy('100', '3.5', { profile: 'bob' });
  const makers = exchange.lastEvents
    .filter(([name]) => name === 'matched')
    .map(([, { maker }]) => Reflect.get(maker as object, 'id'));
  expect(makers).toEqual([iceberg, other, iceberg]);
  expect(exchange.levels('sell')).toEqual(['1.5 @ 100 x1']);
  expect(exchange.state.orders.orders.get(iceberg)?.left).toBe(decimal('2.5'));
});

test('book-12: a smaller size keeps the time, any other change loses it and may trade', () => {
  const exchange = new Exchange();
  const first = exchange.sell('100', '2', { clientId: 'a' });
  exchange.sell('100', '1', { profile: 'bob' });
  const order = (): readonly string[] =>
    [...exchange.state.orders.book.rows('BTC-USD sell', 'up')].map(({ profile }) => profile);
  exchange.ok('orders.modify', { profile: 'ada', id: first, newClientId: 'b', size: '1' });
  expect(order()).toEqual(['ada', 'bob']);
  exchange.ok('orders.modify', { profile: 'ada', clientId: 'b', newClientId: 'c', size: '3' });
  expect(order()).toEqual(['bob', 'ada']);
  expect(exchange.refused('orders.cancel', { profile: 'ada', clientId: 'b' }).code).toBe(
    'not-found',
  );
  exchange.buy('99', '2', { profile: 'bob' });
  exchange.ok('orders.modify', { profile: 'ada', clientId: 'c', newClientId: 'd', price: '99' });
  expect(names(exchange)).toEqual(['changed', 'matched', 'done', 'changed']);
  expect(exchange.levels('sell')).toEqual(['1 @ 99 x1', '1 @ 100 x1']);
  const tooLarge = { profile: 'ada', clientId: 'd', newClientId: 'e', size: '1000' };
  expect(exchange.refused('orders.modify', tooLarge).code).toBe('insufficient-funds');
  const tooSmall = { profile: 'ada', clientId: 'd', newClientId: 'e', size: '2' };
  expect(exchange.refused('orders.modify', tooSmall).code).toBe('form');
  exchange.checkReplay();
});

test('book-12: an iceberg order keeps its time when only its hidden part grows, as others see no change', () => {
  const exchange = new Exchange();
  const iceberg = exchange.sell('100', '1', { maxFloor: '1' });
  const other = exchange.sell('100', '1', { profile: 'bob' });
  const order = (): readonly string[] =>
    [...exchange.state.orders.book.rows('BTC-USD sell', 'up')].map(({ id }) => id);
  exchange.ok('orders.modify', { profile: 'ada', id: iceberg, newClientId: 'a', size: '3' });
  expect(order()).toEqual([iceberg, other]);
  expect(exchange.levels('sell')).toEqual(['2 @ 100 x2']);
  expect(exchange.state.orders.orders.get(iceberg)?.left).toBe(decimal('3'));
  const elsewhere = { profile: 'ada', id: iceberg, newClientId: 'b', price: '101' };
  exchange.ok('orders.modify', elsewhere);
  exchange.ok('orders.modify', { ...elsewhere, newClientId: 'c', price: '100' });
  expect(order()).toEqual([other, iceberg]);
  exchange.checkReplay();
});

test('book-13: an order is cancelled by its id, by that of the client, with its session, and by its time', () => {
  const exchange = new Exchange();
  const [id] = [exchange.buy('100', '1', { clientId: 'mine', session: 'one' })];
  expect(exchange.refused('orders.cancel', { profile: 'bob', id }).code).toBe('not-found');
  const elsewhere = { profile: 'ada', id, product: 'ETH-USD' };
  expect(exchange.refused('orders.cancel', elsewhere).code).toBe('not-found');
  exchange.ok('orders.cancel', { profile: 'ada', clientId: 'mine' });
  expect(exchange.refused('orders.cancel', { profile: 'ada', id }).code).toBe('already-done');
  exchange.buy('100', '1', { session: 'two' });
  exchange.buy('100', '1', { session: 'three' });
  exchange.buy('100', '1', { product: 'ETH-USD', session: 'two' });
  expect(exchange.ok('orders.cancel-all', { profile: 'ada', session: 'two' })).toHaveLength(2);
  expect(exchange.levels('buy')).toEqual(['1 @ 100 x1']);
  expect(exchange.ok('orders.cancel-all', { profile: 'ada' })).toHaveLength(1);
  exchange.buy('100', '1', { timeInForce: 'GTT', cancelAfter: 'min' });
  exchange.step(59_000_000);
  expect(exchange.levels('buy')).toEqual(['1 @ 100 x1']);
  exchange.step(2_000_000);
  expect(exchange.levels('buy')).toEqual([]);
  expect(cancelReasons(exchange)).toEqual(['101:Time In Force']);
  expect(exchange.money('ada', 'USD')).toEqual(['1000000', '0']);
  exchange.checkReplay();
});

test('fills-1, ledger-2: a trade has two fills, and the entries of an account sum up to its balance', () => {
  const exchange = new Exchange();
  exchange.sell('100', '1');
  exchange.buy('100', '0.5', { profile: 'bob' });
  const { fills, fillsByProfile } = exchange.state.orders;
  expect(fills.size).toBe(2);
  expect(fillsByProfile.last('ada')).toMatchObject({ liquidity: 'M', side: 'sell', trade: 1 });
  expect(fillsByProfile.last('bob')).toMatchObject({ liquidity: 'T', side: 'buy', trade: 1 });
  const { accounts, entriesByAccount } = exchange.state.ledger;
  for (const { id, balance, entries } of accounts.rows()) {
    const rows = entriesByAccount.rows(id);
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, at) => at + 1));
    expect(rows).toHaveLength(entries);
    expect(rows.reduce((sum, { amount }) => sum + amount, 0n)).toBe(balance);
  }
});
