import { type FeedEvent, memorySocket } from '@tallystick/runtime/websocket';
import type { FeedServerEvent } from '@tallystick/runtime/websocket/server';
import { describe, expect, test } from 'vitest';
import { teaKey, TeaMarketFeed } from '../cases/feeds/output/src/index.js';
import {
  createTeaMarketFeedServer,
  teaKeyVerifier,
} from '../cases/feeds/output/src/feed-server.js';
import { manualTimers, settled } from '../runtime/http-client-fixture.js';

const secret = 'AAECAwQFBgcICQoLDA0ODw==';

/** A client that reads nothing until the test resumes it. */
function createFixture() {
  const timers = manualTimers();
  const held: (() => void)[] = [];
  let isHeld = false;
  const events: FeedEvent[] = [];
  const serverEvents: FeedServerEvent[] = [];
  const server = createTeaMarketFeedServer(
    {
      price: {},
      orders: {},
      levels: { snapshot: (tea = '') => [{ type: 'whole', tea, bids: [], asks: [] }] },
    },
    {
      verify: teaKeyVerifier({ keys: { ada: { secret } }, clock: timers }),
      operations: { whatIs: ({ id }) => ({ type: 'answer', id, says: '' }), note: () => undefined },
      timers,
      // No client is disconnected for silence.
      pingInterval: 86_400_000,
      onEvent: (event) => serverEvents.push(event),
    },
  );
  const feed = new TeaMarketFeed({
    open: memorySocket(server.accept, {
      schedule: (deliver) => {
        if (isHeld) held.push(deliver);
        else queueMicrotask(deliver);
      },
    }),
    credentials: teaKey({ key: 'ada', secret }, { clock: timers }),
    timers,
    livenessInterval: 86_400_000,
    onEvent: (event) => events.push(event),
  });
  return {
    timers,
    server,
    feed,
    events,
    serverEvents,
    hold() {
      isHeld = true;
    },
    async release() {
      isHeld = false;
      while (held.length > 0) held.shift()?.();
      await settled();
      await timers.advance(5_000);
    },
  };
}

describe('slow client', () => {
  test('receives the latest message with policy "conflate"', async () => {
    const { feed, server, timers, hold, release, serverEvents } = createFixture();
    const got: number[] = [];
    await feed.subscribe('price', {
      keys: ['oolong'],
      onMessage: (message) => {
        if (message.type === 'price') got.push(message.n);
      },
    });
    hold();
    for (let n = 1; n <= 200; n++) {
      server.publish('price', 'oolong', { type: 'price', tea: 'oolong', n, price: '1.10' });
      await timers.advance(1000);
    }
    expect(got).toEqual([]);
    await release();
    expect(got.at(-1)).toBe(200);
    expect(got.length).toBeLessThan(40);
    expect(serverEvents).toContainEqual(
      expect.objectContaining({ kind: 'slow', channel: 'price', policy: 'conflate' }),
    );
    expect(server.connections).toBe(1);
    await feed.close();
  });

  test('misses messages with policy "drop", and reports a gap', async () => {
    const { feed, server, hold, release, events } = createFixture();
    const got: number[] = [];
    await feed.subscribe('orders', {
      keys: ['oolong'],
      onMessage: (message) => got.push(message[2]),
      onReset: () => got.push(-1),
    });
    hold();
    for (let n = 1; n <= 200; n++)
      server.publish('orders', 'oolong', ['gone', 'oolong', n, `o${n}`]);
    await release();
    server.publish('orders', 'oolong', ['gone', 'oolong', 201, 'o201']);
    await settled();
    const gap = events.find(({ kind }) => kind === 'gap');
    expect(gap).toMatchObject({ channel: 'orders', key: 'oolong', received: 201 });
    expect(got.indexOf(-1)).toBeGreaterThan(1);
    expect(server.connections).toBe(1);
    await feed.close();
  });

  test('is disconnected with policy "disconnect", and returns', async () => {
    const { feed, server, hold, release, events } = createFixture();
    const followed = await feed.levelBook('levels', 'oolong');
    hold();
    for (let n = 1; n <= 200; n++)
      server.publish('levels', 'oolong', {
        type: 'changed',
        tea: 'oolong',
        rows: [['b', `${n}.00`, '1']],
      });
    await release();
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'error', answer: { type: 'error', says: 'too slow' } }),
    );
    expect(events).toContainEqual(
      expect.objectContaining({
        kind: 'lost',
        closed: expect.objectContaining({ code: 4001 }),
      }),
    );
    expect(followed.isLive).toBe(true);
    expect(followed.book.levels('bid')).toEqual([]);
    expect(server.subscribers('levels', 'oolong')).toBe(1);
    await feed.close();
  });
});
