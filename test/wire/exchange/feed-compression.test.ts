import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ExchangeFeed, type ExchangeFeedChannels, feedKey } from '@platform/exchange';
import { exchangeFeedChecks } from '@platform/exchange/feed-checks';
import { createExchangeFeedServer, feedKeyVerifier } from '@platform/exchange/feed-server';
import type { LevelUpdateMessage } from '@platform/exchange/types';
import { serveFeed, wsSocket } from '@tallystick/runtime/websocket/node';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { credentials, idle, secret } from './feed-fixture.js';

const time = '2025-01-28T09:30:00.123456Z';
const side = (from: number): [string, string][] =>
  Array.from({ length: 500 }, (_, index) => [String(from + index), '1.5']);
const snapshot: ExchangeFeedChannels['level2']['message'] = {
  type: 'snapshot',
  product_id: 'BTC-USD',
  bids: side(1000),
  asks: side(2000),
  time,
};
const update = (index: number): LevelUpdateMessage => ({
  type: 'l2update',
  product_id: 'BTC-USD',
  changes: [['buy', String(1000 + index), '2']],
  time,
});

let http: Server;
let streams: Socket[];

beforeEach(() => {
  http = createServer();
  streams = [];
  http.on('connection', (stream: Socket) => streams.push(stream));
});

afterEach(() => {
  http.close();
});

/** A server of the feed with one book, and its address. */
async function serve(options: { readonly compression?: boolean }) {
  const server = createExchangeFeedServer(
    { ...idle, level2: { snapshot: () => [snapshot] } },
    {
      verify: feedKeyVerifier({ keys: { ada: { secret, passphrase: 'pp123' } } }),
      checks: exchangeFeedChecks,
    },
  );
  serveFeed(http, server.accept, options);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return { server, url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}/` };
}

describe('frames', () => {
  /** A book and 200 changes of it, and the bytes that they took. */
  const transfer = async (served: boolean, isClientEnabled: boolean): Promise<number> => {
    const { server, url } = await serve({ compression: served });
    const feed = new ExchangeFeed({
      url,
      open: wsSocket({ compression: isClientEnabled }),
      credentials: feedKey(credentials),
      checks: exchangeFeedChecks,
    });
    const subscription = await feed.subscribe('level2', { keys: ['BTC-USD'] });
    const sent = Array.from({ length: 200 }, (_, index) => update(index));
    for (const message of sent) server.publish('level2', 'BTC-USD', message);
    const got: unknown[] = [];
    for await (const message of subscription) {
      got.push(message);
      if (got.length === sent.length + 1) break;
    }
    expect(got).toEqual([snapshot, ...sent]);
    const [stream] = streams;
    await feed.close();
    await server.drain();
    return stream?.bytesWritten ?? 0;
  };

  test('are compressed if both ends request it, with the same content', async () => {
    expect(await transfer(true, true)).toBeLessThan(15_000);
  });

  test.each([
    ['the server does not request it', false, true],
    ['the client does not request it', true, false],
  ])('are not compressed if %s', async (_, served, isClientEnabled) => {
    expect(await transfer(served, isClientEnabled)).toBeGreaterThan(35_000);
  });
});

test('compression is disabled by default', async () => {
  const { server, url } = await serve({});
  const client = new WebSocket(url, { perMessageDeflate: true });
  await once(client, 'open');
  expect(client.extensions).toBe('');
  client.terminate();
  await server.drain();
});

test('a small frame that expands too much ends the connection early', async () => {
  const { server, url } = await serve({ compression: true });
  const client = new WebSocket(url, { perMessageDeflate: { threshold: 0 } });
  await once(client, 'open');
  expect(client.extensions).toContain('permessage-deflate');
  client.send(JSON.stringify({ type: 'subscribe', filler: ' '.repeat(10_000_000) }));
  const [code] = (await once(client, 'close')) as [number];
  expect(code).toBe(1009);
  expect(streams[0]?.bytesRead).toBeLessThan(65_536);
  await server.drain();
});
