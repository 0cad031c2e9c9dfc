import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { exchangeFeedDescriptor } from '@platform/exchange';
import { FeedError } from '@tallystick/runtime/websocket';
import { type Listening, listen } from '../../../sandbox/server/listen.js';
import { settled } from '../../runtime/http-client-fixture.js';
import { testSandbox } from '../sandbox.js';
import { type FeedWorld, feedWorld, product, type Received, type Trader } from './feed-world.js';

let world: FeedWorld | undefined;
let listening: Listening | undefined;
afterEach(async () => {
  await world?.close();
  await listening?.close();
  world = undefined;
  listening = undefined;
});

const origin = { surface: 'test', caller: '' };

async function start(...options: Parameters<typeof feedWorld>): Promise<FeedWorld> {
  world = await feedWorld(...options);
  return world;
}

/** Serves the feed on loopback. Returns its URL. */
async function serve({ feeds }: FeedWorld): Promise<string> {
  listening = await listen('127.0.0.1', 0, () => new Map());
  listening.accept('/', feeds.accept);
  listening.accept('/direct', feeds.acceptDirect);
  return `ws://127.0.0.1:${listening.port}`;
}

/** A connection with the plain client of `ws`. */
async function plain(url: string) {
  const socket = new WebSocket(url);
  const received: Received[] = [];
  const waiting: (() => void)[] = [];
  socket.on('message', (data) => {
    received.push(JSON.parse(String(data)));
    for (const check of waiting) check();
  });
  await once(socket, 'open');
  return {
    socket,
    received,
    /** Resolves when a message of a type with a text in it has arrived. */
    has: (type: string, text = '') =>
      new Promise<Received>((resolve) => {
        const check = (): void => {
          const found = received.find(
            (value) => value['type'] === type && JSON.stringify(value).includes(text),
          );
          if (found !== undefined) resolve(found);
        };
        waiting.push(check);
        check();
      }),
  };
}

async function refusalOf(subscribing: Promise<unknown>): Promise<string | undefined> {
  try {
    await subscribing;
    return undefined;
  } catch (error) {
    if (error instanceof FeedError) return error.message;
    throw error;
  }
}

const tickerOf = (place: FeedWorld, as?: Trader) =>
  place.listen(as === undefined ? {} : { as }).feed.subscribe('ticker', { keys: [product] });

describe('feed-8: limits', () => {
  test('feed-8: a profile subscribes ten times to a channel of a product, and again when one has ended', async () => {
    const place = await start({ limits: { connections: { rate: 1000, burst: 1000 } } });
    const trader = place.trader();
    const { subscriptionsPerKey = 0 } = exchangeFeedDescriptor.limits ?? {};
    expect(subscriptionsPerKey).toBe(10);
    const listeners = Array.from({ length: subscriptionsPerKey }, () =>
      place.listen({ as: trader }),
    );
    for (const { feed } of listeners) await feed.subscribe('user', { keys: [product] });
    const subscribe = (as: Trader, key = product) =>
      refusalOf(place.listen({ as }).feed.subscribe('user', { keys: [key] }));
    expect(await subscribe(trader)).toContain(`Too many subscriptions to user of ${product}`);
    expect(await subscribe(trader, 'ETH-USD')).toBeUndefined();
    expect(await subscribe(place.trader())).toBeUndefined();
    // Another key of the profile counts together with the first one.
    expect(await subscribe({ ...trader, key: place.key(trader) })).toContain('Too many');
    await listeners[0]?.feed.close();
    await place.arrived();
    expect(await subscribe(trader)).toBeUndefined();
  });

  test('feed-8: an address opens as many connections as the description says, and 8 more a second later', async () => {
    const place = await start({ limits: { subscriptionsPerKey: 1000 } });
    const { rate = 0, burst = 0 } = exchangeFeedDescriptor.limits?.connections ?? {};
    expect([rate, burst]).toEqual([8, 20]);
    const results = async (count: number) => {
      let open = 0;
      for (let number = 0; number < count; number += 1)
        if ((await refusalOf(tickerOf(place))) === undefined) open += 1;
      return open;
    };
    expect(await results(burst + 3)).toBe(burst);
    await place.timers.advance(1000);
    expect(await results(rate + 3)).toBe(rate);
  });

  test('feed-8: an address sends 100 messages a second, on the direct feed 10 a second and 1000 at once', async () => {
    const place = await start();
    const trader = place.trader();
    for (const [isDirect, burst] of [
      [false, 100],
      [true, 1000],
    ] as const) {
      const { feed, send, received, subscriptions } = place.listen({ as: trader, isDirect });
      await feed.subscribe('user', { keys: [product] });
      const again = { type: 'unsubscribe', channels: ['ticker'] };
      for (let number = 1; number < burst; number += 1) {
        send(again);
        // Only so many may wait for earlier ones.
        await settled();
      }
      expect(received).toEqual([]);
      expect(subscriptions).toHaveLength(burst);
      send(again);
      await place.arrived();
      expect(received).toEqual([{ type: 'error', message: 'Rate limit exceeded' }]);
      await place.timers.advance(1000);
    }
  });

  test('feed-8: a client that subscribes to nothing is disconnected after 5 seconds', async () => {
    const place = await start();
    const url = await serve(place);
    const { socket } = await plain(url);
    const closed = once(socket, 'close');
    await place.timers.advance(6000);
    const [code, reason] = (await closed) as [number, Buffer];
    expect([code, String(reason)]).toEqual([1008, 'no subscription in time']);
  });

  test('feed-8: a client that stops reading gets an error and is disconnected, and no other is delayed', async () => {
    const place = await start();
    const url = await serve(place);
    const [slow, other] = [await plain(url), await plain(url)];
    for (const { socket } of [slow, other])
      socket.send(JSON.stringify({ type: 'subscribe', channels: ['status'] }));
    await Promise.all([slow.has('status'), other.has('status')]);
    slow.socket.pause();
    const isSlow = (): boolean => place.events.some(({ kind }) => kind === 'slow');
    let count = 0;
    while (!isSlow() && count < 20_000) {
      count += 1;
      const changes = { statusMessage: `message ${count}` };
      place.core.loop.execute('products.update', { id: product, changes }, origin);
      await place.core.loop.settled();
      if (count % 20 === 0) await new Promise(setImmediate);
    }
    expect(place.events).toContainEqual(
      expect.objectContaining({ kind: 'slow', channel: 'status', policy: 'disconnect' }),
    );
    const closed = once(slow.socket, 'close');
    slow.socket.resume();
    const [code] = (await closed) as [number];
    expect(code).toBe(1008);
    expect(slow.received.at(-1)).toEqual({
      type: 'error',
      message: 'ErrSlowConsume',
      reason: 'status is not taken quickly enough',
    });
    const changes = { statusMessage: 'the last message' };
    place.core.loop.execute('products.update', { id: product, changes }, origin);
    await other.has('status', 'the last message');
    expect(other.socket.readyState).toBe(WebSocket.OPEN);
  });
});

describe('keys', () => {
  test('tenancy-9: the revocation of a key ends its connections, and those of no other key', async () => {
    const place = await start();
    const trader = place.trader();
    const other = { ...trader, key: place.key(trader) };
    const [own, second, anonymous] = [
      place.listen({ as: trader }),
      place.listen({ as: other }),
      place.listen(),
    ];
    for (const { feed } of [own, second]) await feed.subscribe('user', { keys: [product] });
    await anonymous.feed.subscribe('ticker', { keys: [product] });
    const { profile, key: name } = trader;
    place.core.loop.execute('users.revoke-key', { profile, name }, origin);
    await place.arrived();
    expect(own.closed()).toBe('key revoked');
    expect([second.closed(), anonymous.closed()]).toEqual([undefined, undefined]);
  });

  test('tenancy-3: a key is refused from an address outside its list', async () => {
    const place = await start();
    const trader = place.trader();
    const keyFrom = (addresses: readonly string[]): Trader => {
      const { profile } = trader;
      const data = { profile, label: 'test', permissions: ['view'], addresses } as const;
      const created = place.core.loop.execute('users.create-key', data, origin);
      if (!created.ok) throw new Error(created.refusal.code);
      return { ...trader, key: created.result.name };
    };
    const subscribe = (as: Trader) =>
      refusalOf(place.listen({ as }).feed.subscribe('user', { keys: [product] }));
    expect(await subscribe(keyFrom(['192.0.2.0/24']))).toBeUndefined();
    expect(await subscribe(keyFrom(['198.51.100.0/24']))).toContain('Authentication Failed');
  });
});

describe('feed-10: connections', () => {
  test('feed-10: nothing is kept for a client that is away, and it has the book of the server when it is back', async () => {
    const place = await start();
    const trader = place.trader();
    const first = place.listen({ as: trader });
    await first.feed.orderBook('full', product);
    place.place(trader, { side: 'buy', price: '90', size: '1' });
    await place.arrived();
    await first.feed.close();
    for (const price of ['91', '92']) place.place(trader, { side: 'buy', price, size: '1' });
    await place.arrived();
    const second = place.listen({ as: trader });
    const { book } = await second.feed.orderBook('full', product);
    expect(second.received).toEqual([]);
    expect(book.orders('bid').map(({ price, size, id }) => [price, size, id])).toEqual(
      place.orders().bids,
    );
  });

  test('control-4: after a restored snapshot, clients are disconnected and begin again', async () => {
    const place = await start();
    const trader = place.trader();
    place.place(trader, { side: 'buy', price: '90', size: '1' });
    await place.arrived();
    const state = place.core.loop.encode();
    const listener = place.listen();
    await listener.feed.levelBook('level2_batch', product);
    place.place(trader, { side: 'buy', price: '95', size: '1' });
    await place.arrived();
    place.core.loop.execute('deployment.restore', { state }, origin);
    await place.arrived();
    expect(listener.closed()).toBe('the sandbox was restored');
    const { book } = await place.listen().feed.levelBook('level2_batch', product);
    expect(book.levels('bid')).toEqual([{ price: '90', size: '1' }]);
    place.place(trader, { side: 'buy', price: '91', size: '1' });
    await place.arrived();
    await place.timers.advance(50);
    expect(book.bestBid).toEqual({ price: '91', size: '1' });
  });

  test('start-2: a sandbox serves the feed and the direct feed to plain clients, and says goodbye when it is closed', async () => {
    const sandbox = await testSandbox();
    const url = sandbox.url.replace('http', 'ws');
    const { socket, has } = await plain(url);
    socket.send(
      JSON.stringify({ type: 'subscribe', channels: ['status'], product_ids: [product] }),
    );
    expect(await has('subscriptions')).toEqual({
      type: 'subscriptions',
      channels: [{ name: 'status' }],
    });
    expect(await has('status')).toHaveProperty('products');
    const direct = await plain(`${url}/direct`);
    direct.socket.send(JSON.stringify({ type: 'subscribe', channels: ['status'] }));
    expect(await direct.has('error')).toMatchObject({ reason: 'status requires authentication' });
    const closed = once(socket, 'close');
    await sandbox.close();
    expect(await closed).toEqual([1001, Buffer.from('going away')]);
  });

  test('control-3: clients stay connected when a clock is stepped that only the control plane moves', async () => {
    const sandbox = await testSandbox({ time: 'manual' });
    const { socket, has, received } = await plain(sandbox.url.replace('http', 'ws'));
    socket.send(
      JSON.stringify({ type: 'subscribe', channels: ['heartbeat'], product_ids: [product] }),
    );
    await has('subscriptions');
    const { now } = await sandbox.control.clock.step({ milliseconds: 600_000 });
    await has('heartbeat', now.slice(0, 19));
    expect(received.filter(({ type }) => type === 'heartbeat')).toHaveLength(600);
    expect(socket.readyState).toBe(WebSocket.OPEN);
    await sandbox.close();
  });

  test('control-1: connections under foreign host names, from pages of other origins and at other paths are refused', async () => {
    const url = await serve(await start());
    const { port } = new URL(url);
    const statusOf = async (lines: readonly string[], path = '/'): Promise<string> => {
      const tcp = connectTcp(Number(port), '127.0.0.1');
      const head = [
        `GET ${path} HTTP/1.1`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        ...lines,
      ];
      tcp.write(`${head.join('\r\n')}\r\n\r\n`);
      const [data] = (await once(tcp, 'data')) as [Buffer];
      tcp.destroy();
      return String(data).split(' ')[1] ?? '';
    };
    const host = `Host: 127.0.0.1:${port}`;
    expect(await statusOf([host])).toBe('101');
    expect(await statusOf([host, `Origin: http://localhost:${port}`])).toBe('101');
    expect(await statusOf([host, 'Origin: https://evil.example'])).toBe('403');
    expect(await statusOf([`Host: evil.example:${port}`])).toBe('421');
    expect(await statusOf([host], '/other')).toBe('404');
  });
});
