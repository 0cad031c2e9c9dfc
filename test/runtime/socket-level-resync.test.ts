import { describe, expect, test } from 'vitest';
import { settled } from './http-client-fixture.js';
import type { Levels } from './socket-market.js';
import { createFeedFixture, seededFraction, type FeedFixture } from './socket-fixture.js';

/** Level2 of one product on a server whose book is the truth. */
function levels(fraction: () => number): {
  readonly fixture: FeedFixture;
  readonly truth: Map<string, string>;
  readonly change: () => void;
} {
  const truth = new Map<string, string>();
  const side = (name: 'buy' | 'sell'): (readonly [string, string])[] =>
    [...truth].flatMap(([key, size]) => {
      const [own = '', price = ''] = key.split(' ');
      return own === name ? [[price, size] as const] : [];
    });
  const fixture = createFeedFixture({
    handlers: {
      level2: {
        snapshot: (key = '') => [
          { type: 'snapshot', product_id: key, bids: side('buy'), asks: side('sell') },
        ],
      },
    },
  });
  return {
    truth,
    fixture: fixture,
    change() {
      const isBuy = fraction() < 0.5;
      const price = (isBuy ? 100 - fraction() * 3 : 101 + fraction() * 3).toFixed(2);
      const size = fraction() < 0.4 ? '0.00' : (fraction() * 9).toFixed(4);
      const own = isBuy ? 'buy' : 'sell';
      if (size === '0.00') truth.delete(`${own} ${price}`);
      else truth.set(`${own} ${price}`, size);
      const changes = [[own, price, size]] as const;
      fixture.server.publish('level2', 'A', { type: 'l2update', product_id: 'A', changes });
    },
  };
}

describe('resynced level book', () => {
  test('is correct after connections lost at any time', async () => {
    const fraction = seededFraction(5);
    const { fixture, truth, change } = levels(fraction);
    for (let count = 0; count < 100; count += 1) change();
    const stale: string[] = [];
    const { book, ...rest } = await fixture.client.levelBook('level2', 'A', {
      onStale: (reason) => stale.push(reason),
    });
    expect(rest.isLive).toBe(true);
    for (let count = 0; count < 2000; count += 1) {
      change();
      if (fraction() < 0.02) fixture.cut();
      if (fraction() < 0.2) await fixture.pass(fraction() * 300);
    }
    await fixture.pass(60_000);
    change();
    await settled();
    const rows = (own: string): string[] =>
      [...truth]
        .filter(([key]) => key.startsWith(own))
        .map(([key, size]) => `${key.split(' ')[1]} ${size}`);
    const kept = (name: 'bid' | 'ask'): string[] =>
      book.levels(name).map(({ price, size }) => `${price} ${size}`);
    expect(kept('bid').sort()).toEqual(rows('buy').sort());
    expect(kept('ask').sort()).toEqual(rows('sell').sort());
    expect(stale.length).toBeGreaterThan(5);
    expect(new Set(stale)).toEqual(new Set(['reconnect']));
  });

  test('is fetched again if it is crossed, by a new subscription of the key', async () => {
    let sabotage = false;
    const { client, server, sent, pass, events } = createFeedFixture({
      wire: {
        toClient: (text) =>
          sabotage && text.includes('"l2update"') ? [text.replace('"100"', '"105"')] : [text],
      },
      handlers: {
        level2: {
          snapshot: (key = '') => [
            { type: 'snapshot', product_id: key, bids: [['99', '1']], asks: [['101', '1']] },
          ],
        },
      },
    });
    const reasons: string[] = [];
    const followed = await client.levelBook('level2', 'A', {
      onSnapshot: ({ bestBid }) => reasons.push(`snapshot ${bestBid?.price}`),
      onUpdate: ({ bestBid }) => reasons.push(`update ${bestBid?.price}`),
      onStale: (reason) => reasons.push(reason),
    });
    const other = await client.levelBook('level2', 'B');
    sabotage = true;
    const update = (product_id: string): Levels => ({
      type: 'l2update',
      product_id,
      changes: [['buy', '100', '1']],
    });
    server.publish('level2', 'A', update('A'));
    await settled();
    expect(reasons).toEqual(['snapshot 99', 'crossed', 'snapshot 99']);
    expect(sent.slice(2).map((text) => JSON.parse(text))).toMatchObject([
      { type: 'unsubscribe', channels: [{ product_ids: ['A'] }] },
      { type: 'subscribe', channels: [{ product_ids: ['A'] }] },
    ]);
    expect([followed.isLive, other.isLive]).toEqual([true, true]);
    // A wire that stays bad makes no storm.
    for (let count = 0; count < 100; count += 1) {
      server.publish('level2', 'A', update('A'));
      await pass(50);
    }
    const unsubscriptions = sent.filter((text) => text.includes('unsubscribe')).length;
    expect(unsubscriptions).toBeGreaterThan(2);
    expect(unsubscriptions).toBeLessThan(30);
    expect(events.filter(({ kind }) => kind === 'lost')).toEqual([]);
    await followed.close();
    expect(server.subscribers('level2', 'A')).toBe(0);
  });

  test('is shared, and starts with a snapshot for later subscribers', async () => {
    const { fixture, change } = levels(seededFraction(9));
    for (let count = 0; count < 50; count += 1) change();
    const first = await fixture.client.levelBook('level2', 'A');
    change();
    const second = await fixture.client.levelBook('level2', 'A');
    change();
    await settled();
    expect(second.book.levels('bid')).toEqual(first.book.levels('bid'));
    expect(second.book.count('bid')).toBeGreaterThan(3);
    await first.close();
    expect(fixture.server.subscribers('level2', 'A')).toBe(1);
    await second.close();
    expect(fixture.server.subscribers('level2', 'A')).toBe(0);
  });

  test('can be fetched again on request', async () => {
    const { fixture, change } = levels(seededFraction(9));
    change();
    const reasons: string[] = [];
    await fixture.client.levelBook('level2', 'A', { onStale: (reason) => reasons.push(reason) });
    fixture.client.resync('level2', 'A');
    await settled();
    expect(reasons).toEqual(['asked']);
    expect(fixture.events.at(-1)).toMatchObject({ kind: 'resynced' });
  });
});
