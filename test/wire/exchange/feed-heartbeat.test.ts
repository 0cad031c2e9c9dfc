import { exchangeFeedChecks } from '@platform/exchange/feed-checks';
import { describe, expect, test } from 'vitest';
import { createFeedFixture } from './feed-fixture.js';

const time = '2025-01-28T09:30:00.123456Z';

describe('heartbeats of the server', () => {
  test('are sent at every interval for subscribed products only', async () => {
    const calls: (string | undefined)[] = [];
    const { feed, timers } = createFeedFixture({
      handlers: {
        heartbeat: {
          heartbeat(key) {
            calls.push(key);
            return { sequence: 50 + calls.length, last_trade_id: 7, time };
          },
        },
      },
    });
    await timers.advance(5000);
    expect(calls).toEqual([]);
    const got: unknown[] = [];
    const subscription = await feed.subscribe('heartbeat', {
      keys: ['BTC-USD', 'ETH-USD'],
      onMessage: (message) => got.push(message),
    });
    await timers.advance(999);
    expect(got).toEqual([]);
    await timers.advance(1);
    const rest = { type: 'heartbeat', last_trade_id: 7, time };
    expect(got).toEqual([
      { ...rest, sequence: 51, product_id: 'BTC-USD' },
      { ...rest, sequence: 52, product_id: 'ETH-USD' },
    ]);
    expect(got.filter((message) => !exchangeFeedChecks['heartbeat']?.is(message))).toEqual([]);
    await timers.advance(3000);
    expect(got).toHaveLength(8);
    await subscription.unsubscribe();
    await timers.advance(5000);
    expect(calls).toHaveLength(8);
    await feed.close();
  });

  test('are omitted if the program has sent one or returns none', async () => {
    let isKnown = true;
    const { feed, server, timers } = createFeedFixture({
      handlers: {
        heartbeat: { heartbeat: () => (isKnown ? { sequence: 1, time } : undefined) },
      },
    });
    const got: number[] = [];
    await feed.subscribe('heartbeat', {
      keys: ['BTC-USD'],
      onMessage: ({ sequence }) => got.push(sequence),
    });
    await timers.advance(500);
    server.publish('heartbeat', 'BTC-USD', {
      type: 'heartbeat',
      product_id: 'BTC-USD',
      sequence: 2,
      time,
    });
    await timers.advance(500);
    expect(got).toEqual([2]);
    await timers.advance(1000);
    expect(got).toEqual([2, 1]);
    isKnown = false;
    await timers.advance(3000);
    expect(got).toEqual([2, 1]);
    await feed.close();
  });

  test('that fail are reported, and others continue', async () => {
    let sequence: number | undefined;
    const { feed, timers, serverEvents } = createFeedFixture({
      handlers: {
        heartbeat: {
          heartbeat() {
            if (sequence === undefined) throw new Error('not counted yet');
            return { sequence, time };
          },
        },
      },
    });
    const got: number[] = [];
    await feed.subscribe('heartbeat', {
      keys: ['BTC-USD'],
      onMessage: (message) => got.push(message.sequence),
    });
    await timers.advance(1000);
    sequence = 1.5;
    await timers.advance(1000);
    sequence = 3;
    await timers.advance(1000);
    expect(got).toEqual([3]);
    const failed = serverEvents.filter(({ kind }) => kind === 'heartbeat-failed');
    expect(failed).toMatchObject([
      { channel: 'heartbeat', key: 'BTC-USD', error: { message: 'not counted yet' } },
      { channel: 'heartbeat', key: 'BTC-USD', error: { code: 'usage' } },
    ]);
    await feed.close();
  });

  test('end when the server is drained', async () => {
    let count = 0;
    const { feed, server, timers } = createFeedFixture({
      handlers: {
        heartbeat: {
          heartbeat() {
            count += 1;
            return { sequence: count, time };
          },
        },
      },
      client: { reconnect: { attempts: 0 } },
    });
    await feed.subscribe('heartbeat', { keys: ['BTC-USD'] });
    await timers.advance(1000);
    expect(count).toBe(1);
    const drained = server.drain();
    await timers.advance(20_000);
    await drained;
    expect(count).toBe(1);
    await feed.close();
  });
});
