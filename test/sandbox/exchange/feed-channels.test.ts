import { afterEach, describe, expect, test } from 'vitest';
import { FeedError } from '@tallystick/runtime/websocket';
import { printDecimal } from '../../../sandbox/domain/numbers.js';
import { memoryJournal } from '../../../sandbox/journal/memory.js';
import { type FeedWorld, feedWorld, type Listener, product, type Trader } from './feed-world.js';

let world: FeedWorld;
afterEach(() => world.close());

const open = [
  'heartbeat',
  'ticker',
  'ticker_batch',
  'matches',
  'level2_batch',
  'rfq_matches',
  'auctionfeed',
] as const;
const needKeys = ['full', 'user', 'level2', 'level3'] as const;
const origin = { surface: 'test', caller: '' };

async function refusalOf(subscribing: Promise<unknown>): Promise<unknown> {
  try {
    await subscribing;
    return undefined;
  } catch (error) {
    return error instanceof FeedError ? error.message : error;
  }
}

function makeTrade(maker: Trader, taker: Trader, price = '100', size = '1'): void {
  world.place(maker, { side: 'sell', price, size });
  world.place(taker, { side: 'buy', price, size });
}

const accountOf = ({ profile }: Trader, currency: string): string =>
  world.core.loop.state.ledger.accountsByProfile
    .rows(profile)
    .find((account) => account.currency === currency)?.id ?? '';

describe('feed-4: credentials', () => {
  test('feed-4: full, user, level2, level3 and balance need a key, the other channels do not', async () => {
    world = await feedWorld();
    const trader = world.trader();
    const keys = [product];
    for (const channel of open)
      expect(await refusalOf(world.listen().feed.subscribe(channel, { keys }))).toBeUndefined();
    expect(await refusalOf(world.listen().feed.subscribe('status'))).toBeUndefined();
    // The client has no key, so it would not even ask: the request is sent as it is.
    for (const channel of [...needKeys, 'balance'] as const) {
      const listener = world.listen();
      await listener.feed.subscribe('status');
      const name = channel === 'balance' ? 'account_ids' : 'product_ids';
      const key = channel === 'balance' ? accountOf(trader, 'USD') : product;
      listener.send({ type: 'subscribe', channels: [{ name: channel, [name]: [key] }] });
      await world.arrived();
      expect(listener.received.at(-1)).toEqual({
        type: 'error',
        message: 'Failed to subscribe',
        reason: `${channel} requires authentication`,
      });
      expect(listener.subscriptions).toEqual([[{ name: 'status' }]]);
    }
    for (const channel of needKeys) {
      const { feed } = world.listen({ as: trader });
      expect(await refusalOf(feed.subscribe(channel, { keys }))).toBeUndefined();
    }
  });

  test('feed-4: every channel of the direct feed needs a key', async () => {
    world = await feedWorld();
    const trader = world.trader();
    const keys = [product];
    for (const channel of open) {
      const listener = world.listen({ isDirect: true });
      expect(await refusalOf(listener.feed.subscribe(channel, { keys }))).toContain(
        `${channel} requires authentication`,
      );
      const { feed } = world.listen({ isDirect: true, as: trader });
      expect(await refusalOf(feed.subscribe(channel, { keys }))).toBeUndefined();
    }
  });

  test('feed-4: a wrong signature, an unknown key, and one that was revoked fail to authenticate', async () => {
    world = await feedWorld();
    const trader = world.trader();
    const subscribe = (as: Trader): Promise<unknown> =>
      refusalOf(world.listen({ as }).feed.subscribe('user', { keys: [product] }));
    expect(await subscribe(trader)).toBeUndefined();
    expect(await subscribe({ ...trader, key: 'ab'.repeat(16) })).toContain('Authentication Failed');
    const { profile, key: name } = trader;
    world.core.loop.execute('users.revoke-key', { profile, name }, origin);
    expect(await subscribe(trader)).toContain('Authentication Failed');
  });
});

describe('subscriptions', () => {
  test('feed-4: requests add to subscriptions, replies list all of them by the names of the server, and a bare name ends all of a channel', async () => {
    world = await feedWorld();
    const listener = world.listen();
    const { feed, subscriptions } = listener;
    await feed.subscribe('ticker_batch', { keys: ['BTC-USD'] });
    listener.send({
      type: 'subscribe',
      channels: ['ticker', { name: 'level2_batch', product_ids: ['ETH-USD'] }],
      product_ids: ['BTC-USD'],
    });
    await world.arrived();
    expect(subscriptions.at(-1)).toEqual([
      { name: 'ticker', product_ids: ['BTC-USD'] },
      { name: 'ticker_1000', product_ids: ['BTC-USD'] },
      { name: 'level2_50', product_ids: ['ETH-USD', 'BTC-USD'] },
    ]);
    listener.send({
      type: 'unsubscribe',
      channels: ['ticker', { name: 'level2_batch', product_ids: ['BTC-USD'] }],
    });
    await world.arrived();
    expect(subscriptions.at(-1)).toEqual([
      { name: 'ticker_1000', product_ids: ['BTC-USD'] },
      { name: 'level2_50', product_ids: ['ETH-USD'] },
    ]);
  });

  test('feed-6: unknown products, and accounts of another profile, are refused by name, and the whole request with them', async () => {
    world = await feedWorld();
    const [ada, bob] = [world.trader(), world.trader()];
    const { feed, subscriptions } = world.listen({ as: ada });
    expect(await refusalOf(feed.subscribe('ticker', { keys: [product, 'BTC-EUR'] }))).toContain(
      'Product not found: BTC-EUR',
    );
    const foreign = accountOf(bob, 'USD');
    const keys = [accountOf(ada, 'USD'), foreign];
    expect(await refusalOf(feed.subscribe('balance', { keys }))).toContain(
      `Account not found: ${foreign}`,
    );
    expect(subscriptions).toEqual([]);
  });
});

describe('feed-5: first messages', () => {
  const first = async (listener: Listener, channel: (typeof open)[number] | 'full' | 'level3') => {
    await listener.feed.subscribe(channel, { keys: [product] });
    await world.arrived();
    const values = [...listener.received];
    listener.received.length = 0;
    return values;
  };

  test('feed-5: there is a ticker and a last match after the first trade, and a schema of level3', async () => {
    world = await feedWorld();
    const [ada, bob] = [world.trader(), world.trader()];
    expect(await first(world.listen(), 'ticker')).toEqual([]);
    expect(await first(world.listen(), 'matches')).toEqual([]);
    makeTrade(ada, bob);
    makeTrade(bob, ada, '101', '2');
    world.place(ada, { side: 'buy', price: '99', size: '0.5' });
    await world.arrived();
    const ticker = {
      type: 'ticker',
      product_id: product,
      sequence: 14,
      trade_id: 2,
      price: '101',
      last_size: '2',
      side: 'buy',
      best_bid: '99',
      best_bid_size: '0.5',
      best_ask: '0',
      best_ask_size: '0',
      open_24h: '100',
      high_24h: '101',
      low_24h: '100',
      volume_24h: '3',
      volume_30d: '3',
    };
    const tickers = await first(world.listen(), 'ticker');
    expect(tickers).toEqual([expect.objectContaining(ticker)]);
    expect(await first(world.listen(), 'ticker_batch')).toEqual(tickers);
    const [trade] = world.core.loop.state.orders.tradesByProduct.rows(product).slice(-1);
    expect(await first(world.listen(), 'matches')).toEqual([
      expect.objectContaining({
        type: 'last_match',
        trade_id: 2,
        sequence: 10,
        price: '101',
        size: '2',
        side: 'sell',
        maker_order_id: trade?.maker,
        taker_order_id: trade?.taker,
        product_id: product,
      }),
    ]);
    expect(await first(world.listen({ as: ada }), 'full')).toEqual([]);
    expect(await first(world.listen({ as: ada }), 'level3')).toEqual([
      expect.objectContaining({ type: 'level3', schema: expect.anything() }),
    ]);
  });

  test('feed-5: between a snapshot and its updates nothing is missing or repeated, whatever is not yet committed', async () => {
    let release = (): void => undefined;
    let isHeld = false;
    const journal = memoryJournal();
    const append = journal.append.bind(journal);
    Object.defineProperty(journal, 'append', {
      async value(entries: Parameters<typeof append>[0]) {
        if (isHeld) await new Promise<void>((resolve) => (release = resolve));
        return append(entries);
      },
    });
    world = await feedWorld({ journal });
    const ada = world.trader();
    world.place(ada, { side: 'buy', price: '90', size: '1' });
    await world.arrived();
    isHeld = true;
    world.place(ada, { side: 'buy', price: '91', size: '2' });
    await new Promise(setImmediate);
    world.place(ada, { side: 'buy', price: '92', size: '3' });
    const listener = world.listen();
    const subscribing = listener.feed.levelBook('level2_batch', product);
    await world.timers.advance(100);
    // Nothing that is not durable is shown, not even that the subscription exists.
    expect(listener.received).toEqual([]);
    isHeld = false;
    release();
    const { book } = await subscribing;
    await world.timers.advance(100);
    const levels = (): unknown => book.levels('bid').map(({ price, size }) => [price, size]);
    expect(levels()).toEqual(world.levels().bids);
    world.place(ada, { side: 'buy', price: '92', size: '1' });
    await world.arrived();
    await world.timers.advance(50);
    expect(levels()).toEqual(world.levels().bids);
    expect(listener.received.map(({ type }) => type)).toEqual(['snapshot', 'l2update']);
  });
});

test('feed-6: each change of a balance or a hold is one message with both', async () => {
  world = await feedWorld();
  const ada = world.trader();
  await world.arrived();
  const listener = world.listen({ as: ada });
  const account = accountOf(ada, 'USD');
  await listener.feed.subscribe('balance', { keys: [account] });
  const order = world.place(ada, { side: 'buy', price: '100', size: '1' });
  world.core.loop.execute('orders.cancel', { profile: ada.profile, id: order.id }, origin);
  world.place(ada, { side: 'sell', price: '200', size: '1' });
  await world.arrived();
  const balance = { type: 'balance', account_id: account, currency: 'USD' };
  const hold = printDecimal(order.hold);
  expect(listener.received).toEqual([
    expect.objectContaining({ ...balance, holds: hold, available: '999999899.4' }),
    expect.objectContaining({ ...balance, holds: '0', available: '1000000000' }),
  ]);
  expect(hold).toBe('100.6');
});

describe('feed-7: status and heartbeats', () => {
  test('feed-7: the status of everything is sent on subscription and after each change', async () => {
    world = await feedWorld();
    const listener = world.listen();
    await listener.feed.subscribe('status');
    await world.arrived();
    const [status] = listener.received;
    expect(status).toMatchObject({ type: 'status' });
    const currencies = status?.['currencies'] as readonly { readonly id: string }[];
    expect(currencies.find(({ id }) => id === 'XRP')).toMatchObject({
      display_name: 'XRP',
      supported_networks: [{ destination_tag_regex: String.raw`^\d{1,10}$` }],
    });
    const { loop } = world.core;
    loop.execute('products.update', { id: product, changes: { cancelOnly: true } }, origin);
    loop.execute(
      'products.update-currency',
      { id: 'BTC', changes: { message: 'slow today' } },
      origin,
    );
    await world.arrived();
    const later = listener.received.slice(1) as readonly Record<string, readonly unknown[]>[];
    expect(later).toHaveLength(2);
    expect(later[0]?.['products']).toContainEqual(
      expect.objectContaining({ id: product, cancel_only: true }),
    );
    expect(later[1]?.['currencies']).toContainEqual(
      expect.objectContaining({ id: 'BTC', message: 'slow today' }),
    );
  });

  test('feed-7: a heartbeat each second has the last sequence and trade, even before the first trade', async () => {
    world = await feedWorld();
    const [ada, bob] = [world.trader(), world.trader()];
    const listener = world.listen();
    await listener.feed.subscribe('heartbeat', { keys: [product, 'ETH-USD'] });
    await world.timers.advance(1000);
    makeTrade(ada, bob);
    await world.arrived();
    await world.timers.advance(1000);
    const seen = listener.received.map((value) => [
      value['product_id'],
      value['sequence'],
      value['last_trade_id'],
    ]);
    expect(seen).toEqual([
      [product, 0, 0],
      ['ETH-USD', 0, 0],
      [product, 6, 1],
      ['ETH-USD', 0, 0],
    ]);
  });
});

test('feed-9: auctionfeed is silent', async () => {
  world = await feedWorld();
  const [ada, bob] = [world.trader(), world.trader()];
  const listener = world.listen();
  await listener.feed.subscribe('auctionfeed', { keys: [product] });
  makeTrade(ada, bob);
  await world.arrived();
  await world.timers.advance(5000);
  expect(listener.received).toEqual([]);
});

describe('feed-9: quotes', () => {
  test('feed-9, quotes-4: the trade of a quote is an rfq_match with its own number, on both feeds, and nothing else', async () => {
    world = await feedWorld();
    const [ada, bob] = [world.trader(), world.trader()];
    const { loop } = world.core;
    const { profile } = ada;
    const session = `${ada.key}.1`;
    loop.execute('quotes.register', { session, profile, reference: 'all' }, origin);
    makeTrade(ada, bob);
    await world.arrived();
    const keys = [product];
    const open = world.listen();
    await open.feed.subscribe('rfq_matches', { keys });
    await open.feed.subscribe('matches', { keys });
    const every = world.listen();
    await every.feed.subscribe('rfq_matches');
    const direct = world.listen({ isDirect: true, as: bob });
    await direct.feed.subscribe('rfq_matches', { keys });
    await direct.feed.subscribe('full', { keys });
    await world.arrived();
    open.received.length = 0;
    direct.received.length = 0;
    const trade = async (side: 'buy' | 'sell', size: string): Promise<object> => {
      const request = loop.execute(
        'quotes.request',
        { profile: bob.profile, product, side, size },
        origin,
      );
      if (!request.ok) throw new Error(request.refusal.code);
      const { id } = request.result;
      const both = { bid: '99', bidSize: size, offer: '101', offerSize: size };
      const quote = loop.execute(
        'quotes.quote',
        { session, profile, request: id, product, quoteId: 'q', ...both },
        origin,
      );
      if (!quote.ok) throw new Error(quote.refusal.code);
      await world.timers.advance(251);
      await world.arrived();
      return {
        type: 'rfq_match',
        maker_order_id: quote.result.id,
        taker_order_id: id,
        time: expect.stringMatching(/Z$/),
        product_id: product,
        size,
        price: side === 'buy' ? '101' : '99',
        // That of the maker.
        side: side === 'buy' ? 'sell' : 'buy',
      };
    };
    const bought = { ...(await trade('buy', '2')), trade_id: 1 };
    const sold = { ...(await trade('sell', '0.5')), trade_id: 2 };
    expect(open.received).toEqual([bought, sold]);
    expect(direct.received).toEqual([bought, sold]);
    expect(every.received).toEqual([bought, sold]);
  });

  test('orders-12, book-2: a stop order that is cancelled while it waits ends with the next number', async () => {
    world = await feedWorld();
    const [ada, bob] = [world.trader(), world.trader()];
    const listener = world.listen({ as: ada });
    await listener.feed.subscribe('user', { keys: [product] });
    const others = world.listen({ as: bob });
    await others.feed.subscribe('full', { keys: [product] });
    world.place(bob, { side: 'sell', price: '110', size: '1' });
    const { id } = world.place(ada, {
      side: 'sell',
      price: '90',
      stop: 'loss',
      stopPrice: '95',
      size: '1',
    });
    world.core.loop.execute('orders.cancel', { profile: ada.profile, id }, origin);
    world.place(bob, { side: 'sell', price: '111', size: '1' });
    await world.arrived();
    const done = { type: 'done', order_id: id, sequence: 3, reason: 'canceled', side: 'sell' };
    expect(listener.received).toEqual([
      expect.objectContaining({ type: 'activate', order_id: id }),
      expect.objectContaining({ ...done, user_id: ada.user }),
    ]);
    expect(others.received.map(({ type, sequence }) => [type, sequence])).toEqual([
      ['received', 1],
      ['open', 2],
      ['done', 3],
      ['received', 4],
      ['open', 5],
    ]);
  });
});
