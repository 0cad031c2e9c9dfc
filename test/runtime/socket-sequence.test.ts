import type { LevelBookView } from '@tallystick/runtime/websocket';
import { describe, expect, test } from 'vitest';
import { randomFrom } from '../rounds.js';
import { settled } from './http-client-fixture.js';
import { type Change, type Counting, createCountedFixture, type Tick } from './sequence-fixture.js';

const textOf = (book: LevelBookView): string => {
  const side = (name: 'bid' | 'ask'): string =>
    book
      .levels(name)
      .map(({ price, size }) => `${price}x${size}`)
      .sort()
      .join(' ');
  return `${side('bid')} | ${side('ask')}`;
};

/** Numbers that no message can have, as they stand in JSON. */
const impossible = ['1e9', '1e999', '-1', '-1e999', '2.5', '9007199254740993', '"x"', 'true', '{}'];

const ways: readonly Counting[] = [
  { mode: 'contiguous', way: 'operation' },
  { mode: 'contiguous', way: 'resubscribe' },
  { mode: 'increasing', way: 'operation' },
  { mode: 'increasing', way: 'resubscribe' },
  { mode: 'contiguous', way: 'operation', scope: 'connection' },
  { mode: 'contiguous', way: 'resubscribe', scope: 'connection' },
];

describe.each(ways)('book of a feed ($mode, $way, $scope)', (counting) => {
  /** A book that is live after 20 changes, on a wire on which the number of the next frame can be replaced. */
  async function live() {
    let bogus: string | undefined;
    const fixture = createCountedFixture(counting, {
      fraction: randomFrom(3),
      toClient(text) {
        if (bogus === undefined || !text.includes('"change"')) return [text];
        const replaced = text.replace(/"sequence":\d+/, `"sequence":${bogus}`);
        bogus = undefined;
        return [replaced];
      },
    });
    const { truth, server, client, timers } = fixture;
    const changed = async (): Promise<void> => {
      server.publish('book', 'A', truth.next());
      await settled();
    };
    const stale: string[] = [];
    const followed = await client.levelBook('book', 'A', { onStale: (why) => stale.push(why) });
    for (let count = 0; count < 20; count += 1) await changed();
    await timers.advance(60_000);
    const before = fixture.snapshots();
    stale.length = 0;
    fixture.events.length = 0;
    return {
      ...fixture,
      stale,
      followed,
      changed,
      asked: () => fixture.snapshots() - before,
      bogusNext: async (number: string) => {
        bogus = number;
        await changed();
      },
    };
  }

  test.each(impossible)('is correct after the outlier %s, with one snapshot', async (number) => {
    const { followed, changed, bogusNext, truth, asked, of, timers, stale } = await live();
    await bogusNext(number);
    // 1e9 is a number that can follow where numbers only grow: the next one shows that it was none.
    const isDoubtful = counting.mode === 'contiguous' || number !== '1e9';
    expect(stale.length).toBe(isDoubtful ? 1 : 0);
    for (let count = 0; count < 5; count += 1) await changed();
    await timers.advance(10_000);
    await changed();
    expect(followed.isLive).toBe(true);
    expect(textOf(followed.book)).toBe(truth.text());
    expect(asked()).toBe(1);
    expect(of('outlier').length).toBe(1);
    expect(of('resync').length).toBe(1);
    expect(of('duplicate')).toEqual([]);
  });

  test.each([0, 7, 19, 12])('is correct after its numbers restart at %i', async (start) => {
    const { followed, changed, truth, asked, of, timers, stale } = await live();
    truth.sequence = start;
    await changed();
    expect(stale).toEqual(['restart']);
    for (let count = 0; count < 5; count += 1) await changed();
    await timers.advance(10_000);
    await changed();
    expect(followed.isLive).toBe(true);
    expect(textOf(followed.book)).toBe(truth.text());
    expect(asked()).toBe(1);
    expect(of('restart').length).toBe(1);
    expect(of('resync').length).toBe(1);
  });

  test('is correct after two outliers, with one snapshot each', async () => {
    for (const [first, second] of [
      ['1e9', '1e9'],
      ['1000000000', '1000000001'],
      ['1e999', '-1'],
      ['5', '1e12'],
    ] as const) {
      const { followed, changed, bogusNext, truth, asked, timers } = await live();
      await bogusNext(first);
      await bogusNext(second);
      for (let count = 0; count < 5; count += 1) await changed();
      await timers.advance(10_000);
      for (let count = 0; count < 3; count += 1) await changed();
      await timers.advance(10_000);
      expect(followed.isLive).toBe(true);
      expect(textOf(followed.book)).toBe(truth.text());
      expect(asked()).toBeLessThanOrEqual(2);
    }
  });

  test('limits the number of snapshots for endless outliers', async () => {
    const { changed, bogusNext, asked, timers, followed, truth } = await live();
    for (let count = 0; count < 600; count += 1) {
      await bogusNext(impossible[count % impossible.length] ?? '');
      await changed();
      await timers.advance(100);
    }
    expect(asked()).toBeGreaterThan(2);
    expect(asked()).toBeLessThan(30);
    for (let count = 0; count < 10; count += 1) {
      await changed();
      await timers.advance(30_000);
    }
    expect(followed.isLive).toBe(true);
    expect(textOf(followed.book)).toBe(truth.text());
  });
});

describe('book', () => {
  test('is correct if numbers restart after its first snapshot', async () => {
    const fixture = createCountedFixture(
      { mode: 'contiguous', way: 'operation' },
      { fraction: randomFrom(3) },
    );
    const { truth, server, client, timers } = fixture;
    for (let count = 0; count < 50; count += 1) truth.next();
    const { book } = await client.levelBook('book', 'A');
    truth.sequence = 0;
    for (let count = 0; count < 3; count += 1) {
      server.publish('book', 'A', truth.next());
      await timers.advance(2000);
    }
    expect(textOf(book)).toBe(truth.text());
  });

  test('ignores duplicates without a snapshot', async () => {
    let copies = false;
    const fixture = createCountedFixture(
      { mode: 'contiguous', way: 'operation' },
      { fraction: randomFrom(3), toClient: (text) => (copies ? [text, text] : [text]) },
    );
    const { truth, server, client, snapshots, of } = fixture;
    const followed = await client.levelBook('book', 'A');
    copies = true;
    for (let count = 0; count < 20; count += 1) {
      server.publish('book', 'A', truth.next());
      await settled();
      expect(followed.isLive).toBe(true);
    }
    expect(textOf(followed.book)).toBe(truth.text());
    expect(snapshots()).toBe(1);
    expect(of('duplicate').length).toBe(20);
  });

  test('is not live while a small jump may be a gap', async () => {
    const { truth, server, client, timers, snapshots, of } = createCountedFixture(
      { mode: 'contiguous', way: 'operation' },
      { fraction: randomFrom(3) },
    );
    const followed = await client.levelBook('book', 'A');
    const change = (sequence?: number): Change => {
      const next = truth.next();
      return sequence === undefined ? next : { ...next, sequence };
    };
    for (let count = 0; count < 5; count += 1) server.publish('book', 'A', change());
    await settled();
    server.publish('book', 'A', change(50));
    await settled();
    expect(followed.isLive).toBe(false);
    server.publish('book', 'A', change());
    server.publish('book', 'A', change());
    await timers.advance(500);
    expect(followed.isLive).toBe(true);
    expect(textOf(followed.book)).toBe(truth.text());
    expect(snapshots()).toBe(2);
    expect(of('gap').length).toBe(1);
    expect(of('outlier').length).toBe(1);
  });
});

describe.each(['contiguous', 'increasing'] as const)('stream without snapshots (%s)', (mode) => {
  async function ticking() {
    const fixture = createCountedFixture({ mode, way: 'none' });
    const seen: string[] = [];
    await fixture.client.subscribe('ticks', {
      keys: ['A', 'B'],
      onMessage: ({ key, sequence }: Tick) => seen.push(`${key}${sequence}`),
      onReset: (key, why) => seen.push(`${key} ${why}`),
    });
    const tick = async (...numbers: readonly number[]): Promise<void> => {
      for (const sequence of numbers) {
        fixture.server.publish('ticks', 'A', { type: 'tick', key: 'A', sequence, price: '1' });
      }
      await settled();
    };
    await tick(1, 2, 3);
    seen.length = 0;
    return { ...fixture, seen, tick };
  }

  test.each([1e9, -1, 2.5, 2 ** 53 + 2])('continues after the outlier %d', async (outlier) => {
    const { seen, tick, of, timers } = await ticking();
    await tick(outlier, 4, 5, 6);
    await timers.advance(1000);
    await tick(7, 8);
    expect(seen.filter((line) => !line.startsWith(`A${outlier}`))).toEqual(
      expect.arrayContaining(['A outlier', 'A4', 'A5', 'A6', 'A7', 'A8']),
    );
    expect(seen.filter((line) => line === 'A outlier').length).toBe(1);
    expect(of('outlier').length).toBe(1);
    expect(of('resync')).toEqual([
      { kind: 'resync', channel: 'ticks', key: 'A', reason: 'outlier' },
    ]);
    expect(of('resynced').length).toBe(1);
    expect(of('duplicate')).toEqual([]);
  });

  test('subscribes again after a restart of numbers, and loses nothing', async () => {
    const { seen, tick, of, server, timers } = await ticking();
    await tick(100, 101);
    seen.length = 0;
    await tick(1, 2, 3);
    await timers.advance(1000);
    await tick(4);
    expect(seen).toEqual(['A restart', 'A1', 'A2', 'A3', 'A4']);
    expect(of('restart')).toEqual([
      { kind: 'restart', channel: 'ticks', key: 'A', expected: 102, received: 1 },
    ]);
    expect(of('resync').length).toBe(1);
    expect(server.subscribers('ticks', 'A')).toBe(1);
  });

  test('keeps the first message after a restart during a new subscription', async () => {
    const { seen, tick, of, timers } = await ticking();
    await tick(1e9, 4, 5);
    await timers.advance(1000);
    await tick(-1, 6);
    seen.length = 0;
    await tick(1);
    await timers.advance(60_000);
    await tick(2, 3);
    expect(seen).toEqual(['A1', 'A2', 'A3']);
    expect(of('restart')).toEqual([
      { kind: 'restart', channel: 'ticks', key: 'A', expected: 7, received: 1 },
    ]);
  });

  test('ignores a repeated or late message', async () => {
    const { seen, tick, of } = await ticking();
    await tick(3, 4, 2, 5, 4, 6);
    expect(seen).toEqual(['A4', 'A5', 'A6']);
    expect(of('duplicate').length).toBe(3);
    expect(of('resync')).toEqual([]);
  });

  test('limits the number of subscriptions for endless outliers', async () => {
    const { tick, of, seen, timers } = await ticking();
    for (let number = 4; number < 604; number += 1) {
      await tick(number, -1);
      await timers.advance(100);
    }
    expect(of('resync').length).toBeLessThan(30);
    expect(new Set(seen)).toContain('A603');
  });
});
