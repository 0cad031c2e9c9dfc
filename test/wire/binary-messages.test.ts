import type { FeedEvent } from '@tallystick/runtime/websocket';
import type { FeedServerEvent } from '@tallystick/runtime/websocket/server';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { teahouseMusicFeedChecks } from '../cases/rooms/output/src/feed-checks.js';
import {
  createTeahouseMusicFeedServer,
  createTeahousePricesFeedServer,
} from '../cases/rooms/output/src/feed-server.js';
import { TeahouseMusicFeed, TeahousePricesFeed } from '../cases/rooms/output/src/index.js';
import { createCloser, listen, transports, until, wayTo, type Way, web } from './room-fixture.js';

const closer = createCloser();
afterEach(() => closer.close());

const track = 'a/b';

function musicServer(recorded: Uint8Array[] = [], limit = 100_000) {
  const events: FeedServerEvent[] = [];
  const server = createTeahouseMusicFeedServer(
    { music: { snapshot: () => [new Uint8Array([0, 255]), { title: 'Tea for two' }] } },
    {
      checks: teahouseMusicFeedChecks,
      limits: { messageBytes: limit },
      operations: {
        record: (message) => void recorded.push(message),
        rename: ({ title }) => ({ title: `${title}!` }),
      },
      onEvent: (event) => events.push(event),
    },
  );
  closer.add(() => server.drain({ timeout: 1000 }));
  return { server, events };
}

async function listener(way: Way) {
  const events: FeedEvent[] = [];
  const received: unknown[] = [];
  const feed = new TeahouseMusicFeed(
    { track },
    { ...way, checks: teahouseMusicFeedChecks, onEvent: (event) => events.push(event) },
  );
  closer.add(() => feed.close());
  await feed.subscribe('music', { onMessage: (message) => received.push(message) });
  await until(() => received.length >= 2);
  return { feed, events, received };
}

/** Every byte there is, `length` long. */
const bytes = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => index % 256);

/** Compares quickly. */
function readable(message: unknown): unknown {
  return message instanceof Uint8Array ? Buffer.from(message).toString('base64') : message;
}

describe.each(transports)('binary messages over %s', (transport) => {
  test('arrive unchanged beside JSON, in both directions', async () => {
    const recorded: Uint8Array[] = [];
    const { server, events: serverEvents } = musicServer(recorded);
    const way = await wayTo(transport, server.accept, '/v1', closer);
    const { feed, events, received } = await listener(way);
    const other = await listener(way);
    expect(received.splice(0)).toEqual([new Uint8Array([0, 255]), { title: 'Tea for two' }]);
    other.received.splice(0);

    const lengths = [0, 1, 125, 126, 65_535, 65_536, 90_000];
    for (const length of lengths) {
      const sent = bytes(length);
      server.publish('music', { track }, sent);
      server.publish('music', { track }, { title: String(length) });
      feed.record(sent);
      // The program may reuse the array after publishing it.
      sent.fill(7);
    }
    await until(() => received.length >= 2 * lengths.length && recorded.length >= lengths.length);
    await until(() => other.received.length >= 2 * lengths.length);
    const expected = lengths.flatMap((length) => [bytes(length), { title: String(length) }]);
    expect(received.map(readable)).toEqual(expected.map(readable));
    expect(other.received.map(readable)).toEqual(expected.map(readable));
    expect(recorded.map(readable)).toEqual(lengths.map((length) => readable(bytes(length))));
    expect(await feed.rename({ title: 'Polka' })).toEqual({ title: 'Polka!' });
    for (const each of [...recorded, received[0]]) {
      expect(Object.getPrototypeOf(each)).toBe(Uint8Array.prototype);
    }
    expect(
      events.filter(({ kind }) => !['connecting', 'open', 'subscribed'].includes(kind)),
    ).toEqual([]);
    expect(
      serverEvents.filter(({ kind }) => !['connected', 'subscriptions'].includes(kind)),
    ).toEqual([]);
  });

  test('are limited to the size that the server allows', async () => {
    const recorded: Uint8Array[] = [];
    const { server } = musicServer(recorded, 1000);
    const { feed, events } = await listener(await wayTo(transport, server.accept, '/v1', closer));
    feed.record(bytes(1000));
    feed.record(bytes(1001));
    await until(() => events.some(({ kind }) => kind === 'lost'));
    expect(events.find((event) => event.kind === 'lost')).toMatchObject({ closed: { code: 1009 } });
    expect(recorded).toEqual([bytes(1000)]);
  });
});

describe('frame of the wrong kind', () => {
  test('causes an event of the client, and the stream continues', async () => {
    // A server that says anything: text and bytes where only the other is described.
    const server = createTeahousePricesFeedServer({ prices: {} });
    closer.add(() => server.drain());
    const sockets: { send(frame: string | Uint8Array): void }[] = [];
    const url = await listen(closer, [
      (request, socket) => {
        sockets.push(socket);
        return server.accept(request, socket);
      },
    ]);
    const events: FeedEvent[] = [];
    const feed = new TeahousePricesFeed(
      { tea: 'assam', currency: 'eur' },
      {
        url: `${url}/v1`,
        open: web(),
        query: { depth: 1 },
        onEvent: (event) => events.push(event),
      },
    );
    closer.add(() => feed.close());
    const prices = await feed.subscribe('prices');
    await until(() => sockets.length === 1);
    sockets[0]?.send(new TextEncoder().encode('{"price":"1"}'));
    sockets[0]?.send('{"price":"2"}');
    for await (const { price } of prices) {
      expect(price).toBe('2');
      break;
    }
    expect(events.filter(({ kind }) => kind === 'wrong-frame')).toEqual([
      {
        kind: 'wrong-frame',
        expected: 'text',
        frame: new TextEncoder().encode('{"price":"1"}'),
      },
    ]);
    expect(events.filter(({ kind }) => kind === 'lost')).toEqual([]);
  });

  test('causes an event of the server, and the connection stays open', async () => {
    const server = createTeahousePricesFeedServer(
      { prices: {} },
      { onEvent: (event) => events.push(event) },
    );
    const events: FeedServerEvent[] = [];
    closer.add(() => server.drain());
    const url = await listen(closer, [server.accept]);
    const socket = new WebSocket(`${url}/v1/prices/assam-eur?depth=1`);
    closer.add(() => socket.terminate());
    await once(socket, 'open');
    socket.send(new Uint8Array([1, 2, 3]));
    socket.send('text');
    await until(() => events.filter(({ kind }) => kind === 'refused').length === 2);
    expect(events.filter(({ kind }) => kind === 'wrong-frame')).toEqual([
      { kind: 'wrong-frame', connection: 1, expected: 'text' },
      { kind: 'wrong-frame', connection: 1, expected: 'binary' },
    ]);
    const room = { tea: 'assam', currency: 'eur' } as const;
    server.publish('prices', room, { price: '3' });
    const [data, isBinary] = await once(socket, 'message');
    expect([String(data), isBinary]).toEqual(['{"price":"3"}', false]);
  });

  test('is rejected by publish for a channel without binary messages', () => {
    const server = createTeahousePricesFeedServer({ prices: {} });
    const room = { tea: 'assam', currency: 'eur' } as const;
    const publish = () => server.publish('prices', room, new Uint8Array(1) as never);
    expect(publish).toThrow('"prices" has no message that matches this one');
  });
});
