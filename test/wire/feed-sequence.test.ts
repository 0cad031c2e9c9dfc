import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FeedClient, type FeedEvent } from '@tallystick/runtime/websocket';
import { feedServer } from '@tallystick/runtime/websocket/server';
import { serveFeed, wsSocket } from '@tallystick/runtime/websocket/node';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { randomFrom } from '../rounds.js';
import { type CountedTypes, countedFeed, ExpectedBook } from '../runtime/sequence-fixture.js';

const closing: (() => Promise<unknown> | void)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function connected() {
  const feed = countedFeed({ mode: 'contiguous', way: 'operation' });
  const server = feedServer<CountedTypes>(feed, { book: {}, ticks: {} });
  const http = createServer();
  const stop = serveFeed(http, server.accept);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const truth = new ExpectedBook(randomFrom(5));
  const events: FeedEvent[] = [];
  let snapshots = 0;
  const { port } = http.address() as AddressInfo;
  const client = new FeedClient<CountedTypes>(feed, {
    url: `ws://127.0.0.1:${port}/`,
    open: wsSocket(),
    onEvent: (event) => events.push(event),
    snapshots: {
      book: async () => {
        snapshots += 1;
        return truth.whole();
      },
    },
  });
  closing.push(async () => {
    await client.close();
    stop();
    await server.drain({ timeout: 1000 });
    http.closeAllConnections();
    http.close();
  });
  return { server, client, truth, events, snapshots: () => snapshots };
}

describe('impossible sequence number over sockets', () => {
  test.each([1e9, 2 ** 53 + 2, -1, 2.5])('(%d) causes one snapshot of a book', async (outlier) => {
    const { server, client, truth, events, snapshots } = await connected();
    const followed = await client.levelBook('book', 'A');
    const publish = (sequence?: number): void => {
      const change = truth.next();
      server.publish('book', 'A', sequence === undefined ? change : { ...change, sequence });
    };
    publish();
    publish(outlier);
    publish();
    publish();
    await vi.waitFor(() => expect(events.some(({ kind }) => kind === 'outlier')).toBe(true));
    publish();
    await vi.waitFor(() => {
      expect(events.filter(({ kind }) => kind === 'resynced').length).toBe(2);
      const { book } = followed;
      expect(book.levels('bid').length + book.levels('ask').length).toBe(
        truth.whole().bids.length + truth.whole().asks.length,
      );
    });
    expect(followed.isLive).toBe(true);
    expect(snapshots()).toBe(2);
  });

  test('does not end a stream without snapshots', async () => {
    const { server, client } = await connected();
    const seen: number[] = [];
    await client.subscribe('ticks', {
      keys: ['A'],
      onMessage: ({ sequence }) => seen.push(sequence),
    });
    for (const sequence of [1, 2, 1e9, 3, 4, 5]) {
      server.publish('ticks', 'A', { type: 'tick', key: 'A', sequence, price: String(sequence) });
    }
    await vi.waitFor(() => expect(seen).toEqual([1, 2, 1e9, 3, 4, 5]));
  });
});
