import { FeedClient } from '@tallystick/runtime/websocket';
import { describe, expect, test, vi } from 'vitest';
import { manualTimers, settled } from './http-client-fixture.js';
import { market, type MarketTypes, type Ticker } from './socket-market.js';
import { createFeedFixture } from './socket-fixture.js';

const ticker = (product_id: string, sequence: number): Ticker => ({
  type: 'ticker',
  product_id,
  sequence,
  price: String(sequence),
});

describe('subscription', () => {
  test('is acknowledged, iterated and ended', async () => {
    const { client, server, sent } = createFeedFixture();
    const ticks = await client.subscribe('ticker', { keys: ['A', 'B', 'A'] });
    expect(ticks.keys).toEqual(['A', 'B']);
    expect(sent.map((text) => JSON.parse(text))).toEqual([
      { type: 'subscribe', channels: [{ name: 'ticker', product_ids: ['A', 'B'] }] },
    ]);
    server.publish('ticker', 'A', ticker('A', 1));
    server.publish('ticker', 'C', ticker('C', 1));
    server.publish('ticker', 'B', ticker('B', 7));
    await settled();
    const seen: string[] = [];
    for await (const { product_id, price } of ticks) {
      seen.push(product_id + price);
      if (seen.length === 2) break;
    }
    expect(seen).toEqual(['A1', 'B7']);
    expect(server.subscribers('ticker')).toBe(0);
    expect(JSON.parse(sent.at(-1) ?? '')).toMatchObject({ type: 'unsubscribe' });
  });

  test('calls back instead of queueing, even if a callback throws', async () => {
    const { client, server, events } = createFeedFixture();
    const seen: unknown[] = [];
    const ticks = await client.subscribe('ticker', {
      keys: ['A'],
      onMessage(message, key) {
        seen.push([key, message.price]);
        throw new Error('mine');
      },
    });
    server.publish('ticker', 'A', ticker('A', 1));
    server.publish('ticker', 'A', ticker('A', 2));
    await settled();
    expect(seen).toEqual([
      ['A', '1'],
      ['A', '2'],
    ]);
    expect(ticks.waiting).toBe(0);
    expect(events.filter(({ kind }) => kind === 'callback-error')).toHaveLength(2);
  });

  test('shares one request among subscribers of a key', async () => {
    const { client, server, sent } = createFeedFixture();
    const first = await client.subscribe('ticker', { keys: ['A'] });
    const second = await client.subscribe('ticker', { keys: ['A', 'B'] });
    expect(sent).toHaveLength(2);
    expect(JSON.parse(sent[1] ?? '').channels[0].product_ids).toEqual(['B']);
    await first.unsubscribe();
    expect(server.subscribers('ticker', 'A')).toBe(1);
    await second.unsubscribe();
    expect(server.subscribers('ticker', 'A')).toBe(0);
    await second.unsubscribe();
    expect(sent).toHaveLength(3);
  });

  test('is rejected with the message of the server', async () => {
    const { client } = createFeedFixture({ client: { credentials: () => ({ signature: 'bad' }) } });
    const refused = client.subscribe('level2', { keys: ['A'] });
    await expect(refused).rejects.toMatchObject({
      name: 'FeedError',
      code: 'refused',
      message: 'Authentication Failed: The credentials are not valid',
      answer: { type: 'error' },
    });
    // The connection stays open.
    await client.subscribe('ticker', { keys: ['A'] });
  });

  test.each([
    [{}, 'credentials', '"level2" requires credentials'],
    [
      { credentials: () => Promise.reject(new Error('no key')) },
      'credentials',
      'The credential could not be created',
    ],
  ])('requires credentials: %o', async (given, code, message) => {
    const timers = manualTimers();
    const { server } = createFeedFixture();
    const { memorySocket } = await import('@tallystick/runtime/websocket');
    const open = memorySocket(server.accept);
    const client = new FeedClient<MarketTypes>(market, { open, timers, ...given });
    await expect(client.subscribe('level2', { keys: ['A'] })).rejects.toMatchObject({
      code,
      message,
    });
  });

  test('is rejected before sending if invalid', async () => {
    const { client, sent } = createFeedFixture();
    await expect(client.subscribe('ticker', { keys: [] })).rejects.toMatchObject({ code: 'usage' });
    await expect(client.subscribe('ticker', { keys: [''] })).rejects.toMatchObject({
      code: 'usage',
    });
    // As JavaScript may call it.
    const options: object = { keys: ['A'] };
    await expect(client.subscribe('status', options)).rejects.toMatchObject({ code: 'usage' });
    expect(sent).toEqual([]);
  });

  test('times out without affecting others', async () => {
    let isMute = false;
    const { client, pass } = createFeedFixture({
      wire: { toClient: (text) => (isMute ? [] : [text]) },
    });
    await client.subscribe('ticker', { keys: ['A'] });
    isMute = true;
    const late = client.subscribe('ticker', { keys: ['B'] });
    const judged = expect(late).rejects.toMatchObject({ code: 'timeout' });
    await pass(10_000);
    await judged;
  });

  test('can be aborted while it is pending, and later', async () => {
    const { client, server, block, pass } = createFeedFixture();
    block(true);
    const abort = new AbortController();
    const waiting = client.subscribe('ticker', { keys: ['A'], signal: abort.signal });
    abort.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    block(false);
    const later = new AbortController();
    const granted = client.subscribe('ticker', { keys: ['B'], signal: later.signal });
    await pass(1000);
    await granted;
    expect([server.subscribers('ticker', 'A'), server.subscribers('ticker', 'B')]).toEqual([0, 1]);
    later.abort();
    await settled();
    expect(server.subscribers('ticker')).toBe(0);
  });

  test('contains all keys if they are omitted', async () => {
    const { client, server } = createFeedFixture();
    const seen: string[] = [];
    await client.subscribe('balance', {
      onMessage: ({ account_id }, key) => seen.push(account_id + key),
    });
    const balance = (account_id: string) =>
      ({ type: 'balance', account_id, available: '1' }) as const;
    server.publish('balance', 'x', balance('x'));
    server.publish('balance', 'y', balance('y'));
    await settled();
    expect(seen).toEqual(['xx', 'yy']);
  });
});

describe('full queue', () => {
  const publish = (server: ReturnType<typeof createFeedFixture>['server'], count: number): void => {
    for (let number = 1; number <= count; number += 1) {
      server.publish('ticker', 'A', ticker('A', number));
      server.publish('ticker', 'B', ticker('B', number));
    }
  };

  test('rejects', async () => {
    const { client, server } = createFeedFixture();
    const ticks = await client.subscribe('ticker', { keys: ['A', 'B'], queue: { limit: 3 } });
    publish(server, 5);
    await settled();
    const seen: string[] = [];
    const taking = (async () => {
      for await (const { price } of ticks) seen.push(price);
    })();
    await expect(taking).rejects.toMatchObject({ code: 'overflow' });
    expect(seen).toEqual(['1', '1', '2']);
    expect(server.subscribers('ticker')).toBe(0);
  });

  test('drops and counts the oldest messages', async () => {
    const { client, server } = createFeedFixture();
    const queue = { policy: 'drop-oldest', limit: 3 } as const;
    const ticks = await client.subscribe('ticker', { keys: ['A', 'B'], queue });
    publish(server, 5);
    await settled();
    expect([ticks.dropped, ticks.waiting]).toEqual([7, 3]);
    await client.close();
    const seen: string[] = [];
    for await (const { product_id, price } of ticks) seen.push(product_id + price);
    expect(seen).toEqual(['B4', 'A5', 'B5']);
  });

  test('keeps the latest message of each key', async () => {
    const { client, server } = createFeedFixture();
    const queue = { policy: 'latest', limit: 3 } as const;
    const ticks = await client.subscribe('ticker', { keys: ['A', 'B'], queue });
    publish(server, 500);
    await settled();
    expect([ticks.dropped, ticks.waiting]).toEqual([0, 2]);
    await client.close();
    const seen: string[] = [];
    for await (const { product_id, price } of ticks) seen.push(product_id + price);
    expect(seen).toEqual(['A500', 'B500']);
  });

  test('merges messages as the description says', async () => {
    const { client, server, pass } = createFeedFixture({
      handlers: {
        level2Batch: {
          snapshot: (key) => [
            { type: 'snapshot', product_id: key ?? '', bids: [['1', '1']], asks: [] },
          ],
        },
      },
    });
    const queue = { policy: 'merge', limit: 5 } as const;
    const books = await client.subscribe('level2Batch', { keys: ['A'], queue });
    for (let number = 1; number <= 100; number += 1) {
      const changes = [['buy', String(number % 3), String(number)]] as const;
      server.publish('level2Batch', 'A', { type: 'l2update', product_id: 'A', changes });
      await pass(60);
    }
    expect(books.waiting).toBe(2);
    await client.close();
    const seen: unknown[] = [];
    for await (const message of books) seen.push(message);
    expect(seen[1]).toEqual({
      type: 'l2update',
      product_id: 'A',
      changes: [
        ['buy', '1', '100'],
        ['buy', '2', '98'],
        ['buy', '0', '99'],
      ],
    });
  });
});

describe('frames', () => {
  const lines: [string, string][] = [
    ['{"type":"surprise"}', 'unknown-message'],
    ['["surprise"]', 'unknown-message'],
    ['null', 'unknown-message'],
    ['{', 'malformed-frame'],
    ['{"type":"error","message":"careful"}', 'error'],
  ];
  test.each(lines)('that are %s cause an event', async (line, kind) => {
    const { client, server, events } = createFeedFixture({
      wire: { toClient: (text) => (text.includes('"status"') ? [line] : [text]) },
    });
    await client.subscribe('ticker', { keys: ['A'] });
    const status = client.subscribe('status').catch(() => undefined);
    await settled();
    server.publish('status', undefined, { type: 'status' });
    await settled();
    expect(events.map((event) => event.kind)).toContain(kind);
    await client.close();
    await status;
  });

  test('are validated at the configured rate', async () => {
    const is = vi.fn<(value: unknown) => boolean>(() => false);
    const check = (): [] => [];
    const checks = { ticker: { is, check } };
    const { client, server, events } = createFeedFixture({
      client: { checks, validate: 'sampled', sampleEvery: 10, onInvalidMessage: 'drop' },
    });
    const ticks = await client.subscribe('ticker', { keys: ['A'] });
    for (let number = 1; number <= 100; number += 1) {
      server.publish('ticker', 'A', ticker('A', number));
      await settled();
    }
    expect(is).toHaveBeenCalledTimes(10);
    expect(ticks.waiting).toBe(90);
    expect(events.filter(({ kind }) => kind === 'invalid-message')).toHaveLength(10);
  });

  test('with older sequence numbers are duplicates in an increasing sequence', async () => {
    const { client, server, kinds } = createFeedFixture();
    const ticks = await client.subscribe('ticker', { keys: ['A', 'B'] });
    for (const number of [5, 5, 4, 9, 100]) server.publish('ticker', 'A', ticker('A', number));
    server.publish('ticker', 'B', ticker('B', 1));
    await settled();
    expect(ticks.waiting).toBe(4);
    expect(kinds().filter((kind) => kind === 'duplicate')).toHaveLength(2);
    expect(kinds()).not.toContain('gap');
  });
});
