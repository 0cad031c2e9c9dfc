import { printDecimal } from '../../../sandbox/domain/numbers.js';
import { bookOrders, marketOf } from '../../../sandbox/domain/orders/queries.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { randomFrom, rounds, seed } from '../../rounds.js';
import { ClientBook } from './fix-client-book.js';
import { type FixWorld, openFixWorld, type Owner, product } from './fix-world.js';

let world: FixWorld;
beforeEach(async () => {
  world = await openFixWorld();
});
afterEach(() => world.close());

/** The book of the state, in the same words. */
function stateBook(): { readonly number: number; readonly lines: readonly string[] } {
  const { orders } = world.core.loop.state;
  const lines = (['buy', 'sell'] as const).flatMap((side, index) =>
    bookOrders(orders, product, side).map(
      ({ id, shown, price = 0n }) =>
        `${index} ${id} ${printDecimal(shown)} @ ${printDecimal(price)}`,
    ),
  );
  return { number: marketOf(orders, product).reports, lines };
}

/** A random command of one of the owners. Whether it is accepted does not matter. */
function act(random: () => number, owners: readonly Owner[]): void {
  const pick = <Item>(items: readonly Item[]): Item | undefined =>
    items[Math.floor(random() * items.length)];
  const { profile = '' } = pick(owners) ?? {};
  const { loop } = world.core;
  const origin = { surface: 'exchange', caller: 'test' };
  const price = (95 + Math.floor(random() * 100) / 10).toFixed(1);
  const size = (0.1 + Math.floor(random() * 20) / 10).toFixed(1);
  const open = pick(loop.state.orders.openByProfile.rows(profile));
  const kind = random();
  if (open !== undefined && kind < 0.15)
    loop.execute('orders.cancel', { profile, id: open.id }, origin);
  else if (open !== undefined && kind < 0.35) {
    const changes = random() < 0.5 ? { price } : { size };
    const newClientId = `changed-${loop.number}`;
    loop.execute('orders.modify', { profile, id: open.id, newClientId, ...changes }, origin);
  } else {
    const order = {
      profile,
      product,
      side: random() < 0.5 ? 'buy' : 'sell',
      price,
      size,
      surface: 'exchange',
      stp: pick(['dc', 'co', 'cn', 'cb'] as const),
    } as const;
    const stops = { stopPrice: (95 + Math.floor(random() * 100) / 10).toFixed(1) };
    const isIceberg = random() < 0.2;
    if (random() < 0.15) loop.execute('orders.place', { ...order, type: 'stop', ...stops }, origin);
    else
      loop.execute(
        'orders.place',
        { ...order, type: 'limit', ...(isIceberg ? { maxFloor: '0.1', size: '0.7' } : {}) },
        origin,
      );
  }
}

test('market-data-2: books of both gateways are those of the state at each number', async () => {
  const random = randomFrom(seed);
  const owners = [world.owner(), world.owner(), world.owner()];
  const [ada] = owners;
  if (ada === undefined) throw new Error('There are owners.');
  const books = new Map<number, readonly string[]>();
  const remember = (): void => {
    const { number, lines } = stateBook();
    books.set(number, lines);
  };
  const request = {
    type: 'MarketDataRequest',
    mdReqId: 'a',
    subscriptionRequestType: '1',
    relatedSym: [{ symbol: product }],
  } as const;
  const increments = await world.joinIncrements(ada);
  await increments.fix.send(request);
  await increments.fix.request({
    type: 'SecurityListRequest',
    securityReqId: 'l',
    securityListRequestType: 4,
  });
  const count = rounds(1000);
  for (let step = 0; step < count / 2; step += 1) {
    act(random, owners);
    remember();
  }
  const snapshots = await world.joinSnapshots(ada);
  // The snapshot is taken while commands are decided whose changes are not yet sent.
  void snapshots.fix.send(request);
  for (let step = 0; step < count / 2; step += 1) {
    act(random, owners);
    remember();
    if (step % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const last = stateBook();
  for (const { inbox } of [increments, snapshots]) {
    const book = new ClientBook();
    let compared = 0;
    while (book.number < last.number) {
      const [message] = await inbox.take(1);
      if (message !== undefined) book.receive(message);
      const lines = books.get(book.number);
      if (lines === undefined) continue;
      expect(book.lines).toEqual(lines);
      compared += 1;
    }
    expect(book.faults).toEqual([]);
    expect(book.lines).toEqual(last.lines);
    expect(compared).toBeGreaterThan(count / 10);
  }
});
