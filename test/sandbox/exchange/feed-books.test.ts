import type { LevelBookView, OrderBookView } from '@tallystick/runtime/websocket';
import { expect, test } from 'vitest';
import type { OrderRequest } from '../../../sandbox/domain/orders/request.js';
import { randomFrom, rounds, seed } from '../../rounds.js';
import { type FeedWorld, feedWorld, product, type Received, type Trader } from './feed-world.js';

const levelsOf = (book: LevelBookView) => ({
  bids: book.levels('bid').map(({ price, size }) => [price, size]),
  asks: book.levels('ask').map(({ price, size }) => [price, size]),
});

const ordersOf = (book: OrderBookView) => ({
  bids: book.orders('bid').map(({ price, size, id }) => [price, size, id]),
  asks: book.orders('ask').map(({ price, size, id }) => [price, size, id]),
});

/** Commands of traders, drawn from a source of fractions: orders of every kind, cancellations and modifications. */
function randomTrading(world: FeedWorld, traders: readonly Trader[], random: () => number) {
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  };
  const decimal = (low: number, high: number): string =>
    (Math.floor((low + random() * (high - low)) * 100) / 100).toFixed(2).replace(/\.?0+$/, '');
  const { loop } = world.core;
  const origin = { surface: 'test', caller: '' };
  const order = (): Partial<OrderRequest> => {
    const side = pick(['buy', 'sell'] as const);
    const stp = pick(['dc', 'co', 'cn', 'cb'] as const);
    const common = { side, stp, size: decimal(0.5, 9) };
    switch (Math.floor(random() * 10)) {
      case 0:
        return { ...common, type: 'market' };
      case 1:
        return { side, stp, type: 'market', funds: decimal(50, 900) };
      case 2:
        return { ...common, price: decimal(95, 105), timeInForce: pick(['IOC', 'FOK'] as const) };
      case 3:
        return { ...common, price: decimal(98, 102), size: '9', maxFloor: '1.5' };
      case 4:
        return { ...common, type: 'stop', price: decimal(95, 105), stopPrice: decimal(97, 103) };
      case 5: {
        const [low, middle, high] = [decimal(90, 95), decimal(96, 99), decimal(101, 106)];
        return side === 'sell'
          ? { ...common, type: 'stop', price: high, stopPrice: middle, stopLimitPrice: low }
          : { ...common, type: 'stop', price: low, stopPrice: high, stopLimitPrice: '110' };
      }
      case 6:
        return { side, stp, price: decimal(98, 102), funds: decimal(50, 900) };
      default:
        return { ...common, price: decimal(97, 103) };
    }
  };
  let number = 0;
  return (): void => {
    number += 1;
    const { profile } = pick(traders);
    const open = loop.state.orders.openByProfile.rows(profile);
    const choice = random();
    if (open.length > 0 && choice < 0.15) {
      loop.execute('orders.cancel', { profile, id: pick(open).id }, origin);
    } else if (open.length > 0 && choice < 0.3) {
      const { id } = pick(open);
      const changes = pick([
        { price: decimal(97, 103) },
        { size: decimal(0.5, 9) },
        { price: decimal(97, 103), size: decimal(0.5, 9) },
      ]);
      loop.execute(
        'orders.modify',
        { profile, id, newClientId: `changed-${number}`, ...changes },
        origin,
      );
    } else {
      const request = { profile, product, side: 'buy', type: 'limit', surface: 'x' } as const;
      loop.execute('orders.place', { ...request, ...order() }, origin);
    }
  };
}

const sequenceOf = (value: Received): number | undefined => {
  const number = Array.isArray(value) ? value[2] : value['sequence'];
  return typeof number === 'number' ? number : undefined;
};

test('feed-1: books of level2, level3, full and the state are equal at each sequence, level2_batch at the end of each batch', async () => {
  const random = randomFrom(seed);
  const world = await feedWorld({ limits: { messages: { rate: 1e6, burst: 1e6 } } });
  const own = world.trader();
  const traders = [own, world.trader(), world.trader()];
  const trade = randomTrading(world, traders, random);
  for (let count = 0; count < 60; count += 1) trade();
  await world.arrived();

  const books: { [Name in 'full' | 'level3' | 'level2']?: () => unknown } = {};
  const seen = new Map<number, Record<string, unknown>>();
  let sequence = 0;
  const at = (name: keyof typeof books, value: unknown): void => {
    seen.set(sequence, { ...seen.get(sequence), [name]: value });
  };
  const listener = world.listen({
    as: own,
    before(value) {
      sequence = sequenceOf(value) ?? sequence;
    },
    after() {
      for (const name of ['full', 'level3', 'level2'] as const) {
        const book = books[name]?.();
        if (book !== undefined) at(name, book);
      }
    },
  });
  const { feed } = listener;
  const stale: unknown[] = [];
  const onStale = (reason: unknown) => void stale.push(reason);
  const full = await feed.orderBook('full', product, { onStale });
  const level3 = await feed.orderBook('level3', product, { onStale });
  const level2 = await feed.levelBook('level2', product, { onStale });
  const batch = await feed.levelBook('level2_batch', product, { onStale });
  books.full = () => levelsOf(full.book);
  books.level3 = () => levelsOf(level3.book);
  books.level2 = () => levelsOf(level2.book);

  for (let count = 0; count < rounds(3000); count += 1) {
    trade();
    // Several commands are one commit now and then.
    if (random() < 0.3) trade();
    await world.arrived();
    const state = world.orders();
    expect(ordersOf(full.book)).toEqual({ bids: state.bids, asks: state.asks });
    expect(ordersOf(level3.book)).toEqual({ bids: state.bids, asks: state.asks });
    expect(levelsOf(level2.book)).toEqual(world.levels());
    if (random() < 0.1) {
      await world.timers.advance(50);
      expect(levelsOf(batch.book)).toEqual(world.levels());
    }
    for (const [number, equal] of seen) {
      if (number > 0)
        expect(equal).toEqual({
          full: equal['full'],
          level3: equal['full'],
          level2: equal['full'],
        });
    }
    seen.clear();
  }
  expect(world.core.loop.state.orders.trades.size).toBeGreaterThan(rounds(3000) / 10);
  expect(stale).toEqual([]);
  expect(world.errors).toEqual([]);
  await world.close();
});
