import { queryObjects } from 'node:v8';
import type { TickerMessage } from '@platform/exchange/types';
import { describe, expect, test } from 'vitest';
import { createFeedFixture, type FeedFixture, type FeedFixtureOptions } from './feed-fixture.js';

const keys = ['BTC-USD'];
const ticker = (sequence: number): TickerMessage => ({
  type: 'ticker',
  sequence,
  product_id: 'BTC-USD',
  price: '100.1',
  open_24h: '99',
  volume_24h: '1',
  low_24h: '98',
  high_24h: '101',
  volume_30d: '30',
  best_bid: '100',
  best_bid_size: '1',
  best_ask: '100.2',
  best_ask_size: '1',
  side: 'buy',
  time: '2025-01-28T09:30:00.123456Z',
  trade_id: sequence,
  last_size: '1',
});

/** A fixture that keeps no record of events. */
function createFixture(given: FeedFixtureOptions = {}): FeedFixture {
  const onEvent = (): void => undefined;
  return createFeedFixture({
    ...given,
    server: { onEvent, ...given.server },
    client: { onEvent, ...given.client },
  });
}

/** Number of live objects after garbage collection. */
function alive(): number {
  return queryObjects(Object, { format: 'count' });
}

/** Growth in objects between `first` steps, which warm up, and `more` steps. */
async function growth(step: () => Promise<void>, first: number, more: number): Promise<number> {
  for (let count = 0; count < first; count++) await step();
  const before = alive();
  for (let count = 0; count < more; count++) await step();
  return alive() - before;
}

/** Allowed noise, far less than one object for each step. */
const chance = 100;

describe('number of objects in memory stays constant', () => {
  test.each(['drop-oldest', 'latest'] as const)(
    'with messages that are not read (%s)',
    async (policy) => {
      const { feed, server, timers } = createFixture();
      await feed.subscribe('ticker', { keys, queue: { policy, limit: 100 } });
      let sequence = 0;
      const step = async (): Promise<void> => {
        for (let count = 0; count < 100; count++) {
          sequence += 1;
          server.publish('ticker', 'BTC-USD', ticker(sequence));
        }
        await timers.advance(1);
      };
      expect(await growth(step, 10, 100)).toBeLessThan(chance);
      await feed.close();
    },
  );

  test('with a client that does not read', async () => {
    const stuck: (() => void)[] = [];
    let isStuck = false;
    const { feed, server, timers } = createFixture({
      server: { slowConsumer: { policy: 'conflate', limit: 10_000 }, pingInterval: 1e9 },
      wire: {
        schedule(deliver) {
          if (isStuck) stuck.push(deliver);
          else queueMicrotask(deliver);
        },
      },
    });
    await feed.subscribe('ticker', { keys, queue: { policy: 'latest' } });
    isStuck = true;
    let sequence = 0;
    const step = async (): Promise<void> => {
      for (let count = 0; count < 100; count++) {
        sequence += 1;
        server.publish('ticker', 'BTC-USD', ticker(sequence));
      }
      await timers.advance(1);
    };
    expect(await growth(step, 10, 100)).toBeLessThan(chance);
    expect(stuck.length).toBeGreaterThan(10);
    isStuck = false;
    for (const deliver of stuck) deliver();
    await feed.close();
  });

  test('with lost connections', async () => {
    const { feed, server, timers, cut } = createFixture();
    await feed.subscribe('ticker', { keys, queue: { policy: 'latest' } });
    const step = async (): Promise<void> => {
      cut();
      await timers.advance(100_000);
    };
    expect(await growth(step, 5, 200)).toBeLessThan(chance);
    expect(server.subscribers('ticker', 'BTC-USD')).toBe(1);
    await feed.close();
  });
});
