import { describe, expect, test, vi } from 'vitest';
import { settled } from './http-client-fixture.js';
import type { Book, Row } from './socket-market.js';
import { createFeedFixture, seededFraction } from './socket-fixture.js';
import { faultyWire, countOf } from './socket-faulty-wire.js';

/** A market that makes rows at random and always knows its own truth. */
function exchange(fraction: () => number): {
  readonly next: () => Row;
  readonly book: () => Book;
  readonly sequence: () => number;
} {
  const orders = new Map<string, { side: 'buy' | 'sell'; price: string; cents: number }>();
  let sequence = 0;
  let id = 0;
  const size = (cents: number): string => (cents / 100).toFixed(2);
  const side = (wanted: 'buy' | 'sell'): (readonly [string, string, string])[] =>
    [...orders]
      .filter(([, order]) => order.side === wanted)
      .map(([name, order]) => [order.price, size(order.cents), name] as const);
  return {
    sequence: () => sequence,
    book: () => ({ sequence, bids: side('buy'), asks: side('sell') }),
    next() {
      sequence += 1;
      const choice = fraction();
      const names = [...orders.keys()];
      const name = names[Math.floor(fraction() * names.length)];
      const order = name === undefined ? undefined : orders.get(name);
      if (name === undefined || order === undefined || (choice < 0.45 && names.length < 200)) {
        id += 1;
        const isBuy = fraction() < 0.5;
        const price = (isBuy ? 100 - fraction() * 5 : 101 + fraction() * 5).toFixed(2);
        const cents = 1 + Math.floor(fraction() * 500);
        orders.set(`o${id}`, { side: isBuy ? 'buy' : 'sell', price, cents });
        return ['open', 'A', sequence, `o${id}`, isBuy ? 'buy' : 'sell', price, size(cents)];
      }
      if (choice < 0.6) {
        orders.delete(name);
        return ['done', 'A', sequence, name];
      }
      if (choice < 0.8) {
        const taken = 1 + Math.floor(fraction() * order.cents);
        order.cents -= taken;
        if (order.cents === 0) orders.delete(name);
        return ['match', 'A', sequence, name, size(taken)];
      }
      order.cents = 1 + Math.floor(fraction() * order.cents);
      return ['change', 'A', sequence, name, size(order.cents)];
    },
  };
}

describe('contiguous feed', () => {
  test.each([1, 2, 3])(
    'keeps the book correct over 10,000 messages with faults (seed %i)',
    async (seed) => {
      const fraction = seededFraction(seed);
      const market = exchange(seededFraction(seed + 100));
      let isFaulty = true;
      let older = market.book();
      let fetches = 0;
      const { client, server, events, pass } = createFeedFixture({
        seed,
        wire: faultyWire(fraction, () => isFaulty),
        client: {
          snapshots: {
            // Answers late, and sometimes what was true a while ago; sometimes it fails.
            level3: async () => {
              fetches += 1;
              if (fraction() < 0.1) throw new Error('busy');
              const book = fraction() < 0.3 ? older : market.book();
              await settled();
              return book;
            },
          },
          resync: { delay: 20, maxDelay: 200, buffer: 500 },
        },
      });
      const subscribing = client.orderBook('level3', 'A');
      await pass(1000);
      const { book } = await subscribing;
      for (let count = 0; count < 10_000; count += 1) {
        if (count % 50 === 0) older = market.book();
        server.publish('level3', 'A', market.next());
        if (count % 10 === 0) await pass(5);
      }
      isFaulty = false;
      for (let count = 0; count < 20; count += 1) {
        server.publish('level3', 'A', market.next());
        await pass(200);
      }
      const truth = market.book();
      const rows = (side: 'bid' | 'ask'): string[] =>
        book.orders(side).map(({ id, price, size }) => `${id} ${price} ${Number(size)}`);
      const wanted = (list: Book['bids']): string[] =>
        list.map(([price, size, id]) => `${id} ${price} ${Number(size)}`);
      expect(rows('bid').sort()).toEqual(wanted(truth.bids).sort());
      expect(rows('ask').sort()).toEqual(wanted(truth.asks).sort());
      expect(countOf(events, 'gap')).toBeGreaterThan(20);
      expect(countOf(events, 'outlier')).toBeGreaterThan(10);
      expect(countOf(events, 'duplicate')).toBeGreaterThan(10);
      expect(countOf(events, 'resync-failed')).toBeGreaterThan(0);
      // One key is one repair at a time, and a repair is few fetches.
      expect(fetches).toBeLessThan(countOf(events, 'resync') * 6);
      expect(countOf(events, 'lost')).toBe(0);
    },
  );

  const noop = (key: string, sequence: number): Row => ['noop', key, sequence];
  const empty = (sequence: number): Book => ({ sequence, bids: [], asks: [] });

  test('resyncs only the key with a gap', async () => {
    const fetched: string[] = [];
    const level3 = async (key: string): Promise<Book> => {
      fetched.push(key);
      return empty(9);
    };
    const { client, server, events } = createFeedFixture({ client: { snapshots: { level3 } } });
    const seen: string[] = [];
    await client.subscribe('level3', {
      keys: ['A', 'B'],
      onMessage: ([, key, sequence]) => seen.push(`${key}${sequence}`),
      onReset: (key, reason) => seen.push(`${key} ${reason}`),
      onSnapshot: ({ sequence }, key) => seen.push(`${key} is ${sequence}`),
    });
    await settled();
    seen.length = 0;
    fetched.length = 0;
    for (const [key, sequence] of [
      ['A', 10],
      ['B', 10],
      ['A', 13],
      ['B', 11],
      ['A', 14],
    ] as const) {
      server.publish('level3', key, noop(key, sequence));
    }
    await settled();
    expect(fetched[0]).toBe('A');
    expect(new Set(fetched)).toEqual(new Set(['A']));
    expect(events).toContainEqual({
      kind: 'gap',
      channel: 'level3',
      key: 'A',
      expected: 11,
      received: 13,
    });
    expect(seen).toEqual(['A10', 'B10', 'A gap', 'B11']);
  });

  test('discards messages older than the snapshot, and applies newer ones', async () => {
    let answer: ((book: Book) => void) | undefined;
    const level3 = (): Promise<Book> => new Promise((resolve) => (answer = resolve));
    const { client, server } = createFeedFixture({ client: { snapshots: { level3 } } });
    const seen: string[] = [];
    const options = {
      keys: ['A'],
      onMessage: ([, , sequence]: Row) => seen.push(String(sequence)),
      onSnapshot: ({ sequence }: Book) => seen.push(`is ${sequence}`),
    };
    await client.subscribe('level3', options);
    for (const sequence of [5, 7, 6, 6, 8]) server.publish('level3', 'A', noop('A', sequence));
    await settled();
    answer?.(empty(6));
    await settled();
    server.publish('level3', 'A', noop('A', 9));
    await settled();
    expect(seen).toEqual(['is 6', '7', '8', '9']);
  });

  test('waits longer and longer for a recent snapshot, with a bounded buffer', async () => {
    let sequence = 0;
    const level3 = vi.fn<() => Promise<Book>>(async () => empty(sequence));
    const { client, server, pass, events } = createFeedFixture({
      client: { snapshots: { level3 }, resync: { delay: 1000, maxDelay: 8000, buffer: 100 } },
    });
    const ready = client.orderBook('level3', 'A');
    await settled();
    level3.mockClear();
    const { book } = await ready;
    server.publish('level3', 'A', noop('A', 5));
    for (let number = 6; number <= 1000; number += 1)
      server.publish('level3', 'A', noop('A', number));
    await pass(60_000);
    // Ten or so attempts in a minute, not hundreds.
    expect(level3.mock.calls.length).toBeGreaterThan(5);
    expect(level3.mock.calls.length).toBeLessThan(40);
    sequence = 1000;
    await pass(8000);
    expect(events.at(-1)).toMatchObject({ kind: 'resynced', key: 'A' });
    expect(book.orderCount).toBe(0);
  });

  test('resyncs a limited number of keys at a time', async () => {
    let running = 0;
    let most = 0;
    const level3 = async (): Promise<Book> => {
      running += 1;
      most = Math.max(most, running);
      await settled();
      running -= 1;
      return empty(0);
    };
    const keys = Array.from({ length: 50 }, (_, index) => `P${index}`);
    const { client, pass } = createFeedFixture({
      client: { snapshots: { level3 }, resync: { concurrency: 3 } },
    });
    const books = keys.map((key) => client.orderBook('level3', key));
    await pass(1000);
    await Promise.all(books);
    expect(most).toBe(3);
  });

  test('reports a gap without a way to resync', async () => {
    const { client, server } = createFeedFixture();
    const seen: string[] = [];
    await client.subscribe('level3', {
      keys: ['A'],
      onMessage: ([, , sequence]) => seen.push(String(sequence)),
      onReset: (key, reason) => seen.push(`${key} ${reason}`),
    });
    for (const sequence of [5, 6, 9, 10]) server.publish('level3', 'A', noop('A', sequence));
    await settled();
    expect(seen).toEqual(['5', '6', 'A gap', '9', '10']);
    await expect(client.orderBook('level3', 'A')).rejects.toMatchObject({ code: 'usage' });
  });
});
