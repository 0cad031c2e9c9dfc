import { describe, expect, test } from 'vitest';
import { seededFraction } from '../../runtime/socket-fixture.js';
import { createMarket, product } from './feed-market.js';
import { createFeedFixture } from './feed-fixture.js';

/** Sides of a book as prices and sizes, sizes without zeros behind. */
function levels(rows: readonly { readonly price: string; readonly size: string }[]): unknown {
  return rows.map(({ price, size }) => [price, Number(size)]);
}

/** One life of three subscriptions, whose connection is cut after so many frames; -1 for never. Answers how many frames there were. */
async function live(cutAfter: number): Promise<number> {
  const market = createMarket(seededFraction(7));
  for (let count = 0; count < 30; count++) market.next();
  let frames = 0;
  const pass = (text: string): readonly string[] => {
    frames += 1;
    if (frames !== cutAfter) return [text];
    // The frame itself is lost with its connection.
    fixture.cut();
    return [];
  };
  const fixture = createFeedFixture({
    wire: { toClient: pass, toServer: pass },
    book: market.orders,
    handlers: {
      level2: {
        snapshot: () => [
          {
            type: 'snapshot',
            product_id: product,
            bids: market.levels('buy'),
            asks: market.levels('sell'),
          },
        ],
      },
    },
  });
  const { feed, server, timers } = fixture;
  const trades: number[] = [];
  const trade = (): void => {
    const { full, level2 } = market.next();
    server.publish('full', product, full);
    if (full.type === 'match') server.publish('matches', product, full);
    if (level2 !== undefined)
      server.publish('level2', product, {
        type: 'l2update',
        product_id: product,
        changes: [level2],
        time: full.time,
      });
  };
  const whole = Promise.all([
    feed.orderBook('full', product),
    feed.levelBook('level2', product),
    feed.subscribe('matches', {
      keys: [product],
      onMessage: (message) => {
        if (message.type === 'match') trades.push(message.sequence);
      },
    }),
  ]);
  for (let turn = 0; turn < 40; turn++) {
    trade();
    await timers.advance(100);
  }
  // Time enough to notice, to connect again and to be repaired.
  await timers.advance(120_000);
  const [orders, prices, matches] = await whole;
  trade();
  await timers.advance(1000);

  expect([orders.isLive, prices.isLive]).toEqual([true, true]);
  for (const [side, name] of [
    ['bid', 'buy'],
    ['ask', 'sell'],
  ] as const) {
    const truth = market.levels(name).map(([price, size]) => [price, Number(size)]);
    expect(levels(prices.book.levels(side))).toEqual(truth);
    expect(levels(orders.book.levels(side))).toEqual(truth);
  }
  expect(trades).toEqual([...new Set(trades)].sort((one, other) => one - other));
  expect(server.connections).toBe(1);

  const left = Promise.all([orders.close(), prices.close(), matches.unsubscribe()]);
  await timers.advance(60_000);
  await left;
  for (const channel of ['full', 'level2', 'matches'] as const)
    expect(server.subscribers(channel)).toBe(0);
  await feed.close();
  return frames;
}

describe('lost connection', () => {
  test('at any frame loses no message', async () => {
    const frames = await live(-1);
    expect(frames).toBeGreaterThan(60);
    for (let cutAfter = 1; cutAfter <= frames; cutAfter++) await live(cutAfter);
  }, 120_000);

  test('that occurs repeatedly keeps the book correct', async () => {
    const market = createMarket(seededFraction(11));
    const fraction = seededFraction(12);
    const fixture = createFeedFixture({
      book: market.orders,
      handlers: {
        level2: {
          snapshot: () => [
            {
              type: 'snapshot',
              product_id: product,
              bids: market.levels('buy'),
              asks: market.levels('sell'),
            },
          ],
        },
      },
    });
    const { feed, server, timers } = fixture;
    const prices = await feed.levelBook('level2', product);
    let cuts = 0;
    for (let turn = 0; turn < 10_000; turn++) {
      const { full, level2 } = market.next();
      if (level2 !== undefined)
        server.publish('level2', product, {
          type: 'l2update',
          product_id: product,
          changes: [level2],
          time: full.time,
        });
      if (fraction() < 0.005) {
        fixture.cut();
        cuts += 1;
        await timers.advance(fraction() * 40_000);
      } else if (turn % 50 === 0) await timers.advance(10);
    }
    await timers.advance(120_000);
    expect(cuts).toBeGreaterThan(30);
    expect(prices.isLive).toBe(true);
    for (const [side, name] of [
      ['bid', 'buy'],
      ['ask', 'sell'],
    ] as const)
      expect(levels(prices.book.levels(side))).toEqual(
        market.levels(name).map(([price, size]) => [price, Number(size)]),
      );
    await feed.close();
  });
});

test('a new connection is signed again after a credential expires', async () => {
  const sent: string[] = [];
  const fixture = createFeedFixture({
    wire: {
      toServer: (text) => {
        sent.push(text);
        return [text];
      },
    },
  });
  const { feed, timers, server } = fixture;
  await feed.subscribe('user', { keys: [product], onMessage: () => undefined });
  await timers.advance(3_600_000);
  expect(server.subscribers('user', product)).toBe(1);
  fixture.cut();
  await timers.advance(60_000);
  expect(server.subscribers('user', product)).toBe(1);
  const signatures = sent
    .map((text) => JSON.parse(text) as { readonly type: string; readonly timestamp?: string })
    .filter(({ type }) => type === 'subscribe');
  expect(new Set(signatures.map(({ timestamp }) => timestamp)).size).toBe(signatures.length);
  await feed.close();
});

test('a revoked key ends its subscriptions after a lost connection, and keeps others', async () => {
  let isKnown = true;
  const fixture = createFeedFixture({
    server: {
      verify: () =>
        isKnown
          ? { ok: true, principal: { keyName: 'ada', scopes: [] }, caller: 'ada' }
          : { ok: false, reason: 'key-revoked' },
    },
  });
  const { feed, timers, server, events } = fixture;
  const own = await feed.subscribe('user', { keys: [product] });
  await feed.subscribe('ticker', { keys: [product] });
  isKnown = false;
  fixture.cut();
  const ended = expect(own[Symbol.asyncIterator]().next()).rejects.toMatchObject({
    code: 'refused',
  });
  await timers.advance(60_000);
  await ended;
  expect(events).toContainEqual(expect.objectContaining({ kind: 'refused', channel: 'user' }));
  expect(server.subscribers('ticker', product)).toBe(1);
  await feed.close();
});
