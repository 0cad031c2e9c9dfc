import { afterEach, describe, expect, test } from 'vitest';
import {
  type FeedWorld,
  feedWorld,
  type Listener,
  product,
  type Received,
  type Trader,
} from './feed-world.js';

let world: FeedWorld;
afterEach(() => world.close());

const privateMembers =
  /client_oid|user_id|profile_id|cancel_reason|fee_rate|tpsl_triggered|activate|available/;

/** Connects and subscribes to channels of the product. */
async function joined(
  as: Trader | undefined,
  ...channels: readonly ('full' | 'user' | 'matches' | 'level3' | 'ticker')[]
): Promise<Listener> {
  const listener = world.listen(as === undefined ? {} : { as });
  for (const channel of channels) await listener.feed.subscribe(channel, { keys: [product] });
  await world.arrived();
  listener.received.length = 0;
  return listener;
}

const ofType = ({ received }: Listener, type: string): readonly Received[] =>
  received.filter((value) => value['type'] === type);

const sequences = ({ received }: Listener): readonly unknown[] =>
  received.flatMap((value) => (value['sequence'] === undefined ? [] : [value['sequence']]));

/** Orders of every kind by two traders: a stop order, fills, self-trades, a modification, a cancellation, a triggered order. */
function trade(maker: Trader, taker: Trader): void {
  const own = { clientId: 'mine-1' };
  world.place(maker, { side: 'sell', price: '100', size: '3', ...own });
  world.place(maker, { side: 'buy', type: 'stop', price: '120', stopPrice: '110', size: '1' });
  world.place(taker, { side: 'buy', price: '101', size: '1' });
  world.place(maker, {
    side: 'sell',
    type: 'stop',
    size: '1',
    price: '105',
    stopPrice: '99.5',
    stopLimitPrice: '90',
  });
  world.place(maker, { side: 'buy', price: '100', size: '1' });
  world.place(maker, { side: 'buy', price: '99', size: '1' });
  world.place(taker, { side: 'sell', price: '98', size: '1' });
  const { loop } = world.core;
  const { profile } = maker;
  const origin = { surface: 'test', caller: '' };
  loop.execute('orders.cancel', { profile, clientId: 'mine-1' }, origin);
  world.place(maker, { side: 'buy', price: '80', size: '1', timeInForce: 'IOC' });
}

describe('feed-2: owners', () => {
  test('feed-2: only the copy of the owner has private members, and all copies have the same sequence', async () => {
    world = await feedWorld();
    const [ada, bob, eve] = [world.trader(), world.trader(), world.trader()];
    const own = await joined(ada, 'full');
    const other = await joined(eve, 'full', 'user', 'matches', 'level3', 'ticker');
    const anonymous = await joined(undefined, 'matches', 'ticker');
    trade(ada, bob);
    await world.arrived();
    expect(JSON.stringify(other.received)).not.toMatch(privateMembers);
    expect(JSON.stringify(anonymous.received)).not.toMatch(privateMembers);
    expect(ofType(own, 'received')[0]).toMatchObject({
      client_oid: 'mine-1',
      user_id: ada.user,
      profile_id: ada.profile,
    });
    expect(ofType(own, 'done').map((done) => done['cancel_reason'])).toContain(
      '102:Self Trade Prevention',
    );
    expect(ofType(own, 'activate')).toMatchObject([
      { profile_id: ada.profile, user_id: ada.user, stop_price: '110', private: true },
    ]);
    // The same events in the same order: the public members are equal.
    const publicOf = (listener: Listener): unknown =>
      listener.received
        .filter((value) => value['type'] !== 'activate')
        .map((value) =>
          Object.entries(value).filter(([name]) => !privateMembers.test(name) && name !== 'reason'),
        );
    const ofFull = other.received.filter(
      (value) => !Array.isArray(value) && value['type'] !== 'ticker',
    );
    expect(publicOf(own)).toEqual(publicOf({ ...other, received: ofFull }));
    const numbers = sequences(own);
    expect(numbers.length).toBeGreaterThan(15);
    expect(numbers).toEqual(numbers.map((_, index) => Number(numbers[0]) + index));
  });

  test('book-10: the owner learns that an order was triggered, others that it was changed', async () => {
    world = await feedWorld();
    const [ada, bob] = [world.trader(), world.trader()];
    const own = await joined(ada, 'full');
    const other = await joined(bob, 'full');
    trade(ada, bob);
    await world.arrived();
    const reasons = (listener: Listener): readonly unknown[] =>
      ofType(listener, 'change').map(({ reason }) => reason);
    expect(reasons(own)).toContain('tpsl_triggered');
    expect(reasons(other)).toContain('modify_order');
    expect(ofType(own, 'change')[reasons(own).indexOf('tpsl_triggered')]).toMatchObject({
      old_price: '105',
      new_price: '90',
    });
  });

  test('fees-3: each side of a trade sees its own rate, and nobody else any', async () => {
    world = await feedWorld();
    const [ada, bob, eve] = [world.trader(), world.trader(), world.trader()];
    const maker = await joined(ada, 'matches');
    const taker = await joined(bob, 'user');
    const other = await joined(eve, 'matches', 'user');
    world.place(ada, { side: 'sell', price: '100', size: '1' });
    world.place(bob, { side: 'buy', price: '100', size: '1' });
    await world.arrived();
    const [seen] = ofType(maker, 'match');
    expect(seen).toMatchObject({ maker_fee_rate: '0.004', maker_profile_id: ada.profile });
    expect(JSON.stringify(seen)).not.toMatch(/taker_fee_rate|taker_user_id|taker_profile_id/);
    const [taken] = ofType(taker, 'match');
    expect(taken).toMatchObject({ taker_fee_rate: '0.006', taker_profile_id: bob.profile });
    expect(JSON.stringify(taken)).not.toMatch(/maker_fee_rate|maker_user_id|maker_profile_id/);
    expect(ofType(other, 'match')).toHaveLength(1);
    expect(JSON.stringify(other.received)).not.toMatch(privateMembers);
  });
});

test('feed-3: a connection with full and user receives an event of its own orders once', async () => {
  world = await feedWorld();
  const [ada, bob] = [world.trader(), world.trader()];
  const both = await joined(ada, 'full', 'user');
  const user = await joined(ada, 'user');
  trade(ada, bob);
  await world.arrived();
  const numbers = sequences(both);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(ofType(both, 'activate')).toHaveLength(1);
  const owned = both.received.filter((value) => value['profile_id'] === ada.profile);
  expect(user.received).toEqual(owned);
});

test('feed-4: a subscription without credentials stays without them', async () => {
  world = await feedWorld();
  const [ada, bob] = [world.trader(), world.trader()];
  const listener = await joined(undefined, 'matches');
  const signed = await world.credentials(ada).sign({ variables: {} });
  const channels = [{ name: 'user', product_ids: [product] }];
  listener.send({ type: 'subscribe', channels, ...signed });
  await world.arrived();
  world.place(ada, { side: 'sell', price: '100', size: '1' });
  world.place(bob, { side: 'buy', price: '100', size: '1' });
  await world.arrived();
  const [withKey, without] = ofType(listener, 'match').map((match) => match['profile_id']);
  expect([withKey, without].sort()).toEqual([ada.profile, undefined].sort());
  expect(ofType(listener, 'match')).toHaveLength(2);
});
