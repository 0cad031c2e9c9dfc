import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import {
  type AcceptSocket,
  FeedClient,
  globalSocket,
  memorySocket,
  type OpenSocket,
  type Socket,
} from '@tallystick/runtime/websocket';
import { type FeedServer, feedServer } from '@tallystick/runtime/websocket/server';
import { serveFeed, wsSocket } from '@tallystick/runtime/websocket/node';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { market, type MarketTypes } from '../runtime/socket-market.js';
import { nothing, type Trader } from '../runtime/socket-fixture.js';

const closing: (() => Promise<unknown> | void)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(options: Parameters<typeof serveFeed>[2] = {}): Promise<{
  readonly server: FeedServer<MarketTypes, Trader>;
  readonly url: string;
  /** The server's ends. */
  readonly sockets: Socket[];
}> {
  const server = feedServer<MarketTypes, Trader>(
    market,
    {
      ...nothing,
      level2: {
        snapshot: (key = '') => [
          { type: 'snapshot', product_id: key, bids: [['1', '1']], asks: [['2', '1']] },
        ],
      },
    },
    {
      verify: ({ auth }) =>
        auth['signature'] === 'good'
          ? { ok: true, principal: { name: String(auth['key']) } }
          : { ok: false, reason: 'bad' },
    },
  );
  const http = createServer();
  const sockets: Socket[] = [];
  const accept: AcceptSocket = (request, socket) => {
    sockets.push(socket);
    return server.accept(request, socket);
  };
  const stop = serveFeed(http, accept, { path: '/feed', ...options });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  closing.push(async () => {
    stop();
    await server.drain({ timeout: 1000 });
    http.close();
    http.closeAllConnections();
  });
  const { port } = http.address() as AddressInfo;
  return { server, sockets, url: `ws://127.0.0.1:${port}/feed` };
}

function clientOf(url: string, open: OpenSocket): FeedClient<MarketTypes> {
  const client = new FeedClient<MarketTypes>(market, {
    url,
    open,
    credentials: () => ({ key: 'ada', signature: 'good' }),
    reconnect: { delay: 1, maxDelay: 5 },
  });
  closing.push(() => client.close());
  return client;
}

/** Whatever wants `WebSocket` as browsers have it. */
const webSocket = globalSocket(() => WebSocket as never);

describe.each([
  ['ws', wsSocket()],
  ['the web', webSocket],
] as const)('sockets over loopback with the client of %s', (_, open) => {
  test('transfer messages of any length in order', async () => {
    const { server, url } = await serve();
    const client = clientOf(url, open);
    const rows = await client.subscribe('level3', { keys: ['A'] });
    const lengths = [0, 10, 60, 61, 62, 63, 64, 65_000, 65_470, 65_536, 300_000];
    lengths.forEach((length, index) => {
      server.publish('level3', 'A', ['match', 'A', index + 1, 'o', 'é'.repeat(length)]);
    });
    const seen: number[] = [];
    for await (const [, , , , size] of rows) {
      seen.push(size?.length ?? -1);
      if (seen.length === lengths.length) break;
    }
    expect(seen).toEqual(lengths);
  });

  test('keep a book up to date, and reconnect', async () => {
    const { server, url, sockets } = await serve();
    const client = clientOf(url, open);
    let snapshots = 0;
    let again: (() => void) | undefined;
    const renewed = new Promise<void>((resolve) => (again = resolve));
    const { book } = await client.levelBook('level2', 'A', {
      onSnapshot() {
        snapshots += 1;
        if (snapshots === 2) again?.();
      },
    });
    expect(book.bestBid).toEqual({ price: '1', size: '1' });
    for (const socket of sockets) socket.terminate();
    await renewed;
    expect(server.subscribers('level2', 'A')).toBe(1);
  });

  test('report an unreachable server and a rejected handshake', async () => {
    const { url } = await serve();
    for (const wrong of [url.replace('/feed', '/other'), 'ws://127.0.0.1:1/feed']) {
      const client = new FeedClient<MarketTypes>(market, { url: wrong, open, reconnect: false });
      await expect(client.subscribe('ticker', { keys: ['A'] })).rejects.toMatchObject({
        code: 'unreachable',
      });
    }
  });
});

describe('upgrade', () => {
  test('is rejected for a forbidden origin, and accepted without an origin', async () => {
    const { url } = await serve({ origins: ['https://good.example'] });
    const status = await new Promise<number | undefined>((resolve) => {
      const socket = new WebSocket(url, { origin: 'https://evil.example' });
      socket.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode));
      socket.on('error', () => undefined);
    });
    expect(status).toBe(403);
    const client = clientOf(url, wsSocket());
    await client.subscribe('ticker', { keys: ['A'] });
  });

  test('passes raw headers, and a connection that disappears is removed', async () => {
    const { server, url } = await serve();
    const client = clientOf(url, wsSocket());
    await client.subscribe('ticker', { keys: ['A'] });
    expect(server.subscribers('ticker', 'A')).toBe(1);
    const { port } = new URL(url);
    const rude = connect(Number(port), '127.0.0.1');
    rude.write(
      'GET /feed HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
    await once(rude, 'data');
    expect(server.connections).toBe(2);
    const left = new Promise((resolve) => rude.on('close', resolve));
    rude.destroy();
    await left;
    while (server.connections > 1) await new Promise((resolve) => setImmediate(resolve));
    expect(server.connections).toBe(1);
  });

  test('with a message that is too long closes the connection', async () => {
    const { url } = await serve({ maxMessageBytes: 1000 });
    const socket = new WebSocket(url);
    await once(socket, 'open');
    socket.send('x'.repeat(2000));
    const [code] = (await once(socket, 'close')) as [number];
    expect(code).toBe(1009);
  });
});

test('explains a missing global WebSocket', async () => {
  const open = globalSocket(() => undefined);
  const client = new FeedClient<MarketTypes>(market, { open, reconnect: false });
  await expect(client.subscribe('ticker', { keys: ['A'] })).rejects.toMatchObject({
    code: 'unreachable',
    cause: { code: 'usage', message: expect.stringContaining('websocket/node') },
  });
});

test('closes a connection in memory as on a network', async () => {
  const server = feedServer<MarketTypes, Trader>(market, nothing);
  await server.drain();
  const open = memorySocket(server.accept);
  const events = { frame() {}, alive() {}, drained() {}, closed() {} };
  const request = {
    scheme: 'ws',
    authority: 'a',
    target: '/',
    headers: [],
    protocols: [],
  } as const;
  const closed = new Promise((resolve) => {
    void open(request, { ...events, closed: resolve });
  });
  expect(await closed).toEqual({ code: 1001, reason: 'going away' });
});
