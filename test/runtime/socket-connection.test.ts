import { FeedClient, FeedError, type OpenSocket } from '@tallystick/runtime/websocket';
import { describe, expect, test, vi } from 'vitest';
import { manualTimers, settled } from './http-client-fixture.js';
import { market, type MarketTypes, type Ticker } from './socket-market.js';
import { createFeedFixture, seededRandom } from './socket-fixture.js';

const ticker = (product_id: string, sequence: number): Ticker => ({
  type: 'ticker',
  product_id,
  sequence,
  price: String(sequence),
});

describe('connection', () => {
  test('is reopened with every subscription and new credentials', async () => {
    let signatures = 0;
    const credentials = vi.fn<() => Record<string, string>>(() => {
      signatures += 1;
      return { key: `key-${signatures}`, signature: 'good' };
    });
    const { client, server, sent, cut, pass, kinds } = createFeedFixture({
      client: { credentials },
    });
    const ticks = await client.subscribe('ticker', { keys: ['A'] });
    await client.subscribe('balance', { keys: ['x'] });
    cut();
    await settled();
    expect(client.isOpen).toBe(false);
    await pass(250);
    expect(server.subscribers('ticker', 'A')).toBe(1);
    expect(sent.slice(2).map((text) => JSON.parse(text).key)).toEqual([undefined, 'key-2']);
    server.publish('ticker', 'A', ticker('A', 1));
    await settled();
    expect(ticks.waiting).toBe(1);
    expect(kinds().filter((kind) => kind !== 'subscribed')).toEqual([
      'connecting',
      'open',
      'lost',
      'connecting',
      'open',
    ]);
  });

  test('waits longer and longer at random, and resets after a stable time', async () => {
    const { client, events, block, cut, pass } = createFeedFixture({
      client: { reconnect: { delay: 1000, maxDelay: 8000, stableAfter: 60_000 } },
    });
    await client.subscribe('ticker', { keys: ['A'] });
    const waits = (): number[] =>
      events.flatMap((event) => (event.kind === 'lost' ? [event.retryIn ?? NaN] : []));
    block(true);
    cut();
    await pass(60_000);
    const [first = NaN, second = NaN, third = NaN, ...later] = waits();
    expect(first).toBeLessThan(1000);
    expect(second).toBeLessThan(2000);
    expect(third).toBeLessThan(4000);
    expect(Math.max(...later)).toBeLessThan(8000);
    expect(Math.max(...later)).toBeGreaterThan(4000);
    expect(new Set(waits()).size).toBe(waits().length);
    block(false);
    await pass(8000);
    expect(client.isOpen).toBe(true);
    const before = events.length;
    // Connected only briefly: the next back-off continues from the last one.
    cut();
    await settled();
    const attempt = (): unknown => {
      const found = events.slice(before).findLast(({ kind }) => kind === 'connecting');
      return found?.kind === 'connecting' ? found.attempt : undefined;
    };
    await pass(8000);
    expect(attempt()).toBeGreaterThan(5);
    await pass(60_000);
    cut();
    await pass(1000);
    expect(attempt()).toBe(2);
  });

  test('ends the client after a number of failed attempts', async () => {
    const { client, block, pass, kinds } = createFeedFixture({
      client: { reconnect: { attempts: 2 } },
    });
    block(true);
    const waiting = expect(client.subscribe('ticker', { keys: ['A'] })).rejects.toMatchObject({
      code: 'unreachable',
    });
    await pass(5000);
    await waiting;
    expect(kinds().filter((kind) => kind === 'connecting')).toHaveLength(3);
    expect(kinds().at(-1)).toBe('closed');
    await expect(client.subscribe('ticker', { keys: ['A'] })).rejects.toMatchObject({
      code: 'closed',
    });
  });

  test('is abandoned after a time limit', async () => {
    const timers = manualTimers();
    const signals: AbortSignal[] = [];
    const open: OpenSocket = ({ signal }) => {
      if (signal !== undefined) signals.push(signal);
      return new Promise(() => undefined);
    };
    const client = new FeedClient<MarketTypes>(market, { open, timers, random: seededRandom(1) });
    client.connect();
    await timers.advance(10_500);
    expect(signals).toHaveLength(2);
    expect(signals[0]?.reason).toBeInstanceOf(FeedError);
    await client.close();
    expect(timers.pending).toBe(0);
  });

  test('is pinged if silent, and closed without a pong', async () => {
    const { client, pass, kinds } = createFeedFixture();
    await client.subscribe('ticker', { keys: ['A'] });
    // The other end answers pings: hours pass in peace.
    await pass(3_600_000);
    expect(kinds().filter((kind) => kind === 'lost')).toEqual([]);

    const timers = manualTimers();
    const terminate = vi.fn<() => void>();
    const dead: OpenSocket = async () => ({
      send: () => undefined,
      sendShared: () => undefined,
      buffered: 0,
      ping: () => undefined,
      close: () => undefined,
      terminate,
    });
    new FeedClient<MarketTypes>(market, { open: dead, timers, random: seededRandom(1) }).connect();
    await timers.advance(44_000);
    expect(terminate).not.toHaveBeenCalled();
    await timers.advance(1_500);
    expect(terminate).toHaveBeenCalledTimes(1);
  });

  test('closes every subscription, and leaves no timer', async () => {
    const { client, server, timers, serverEvents } = createFeedFixture();
    const ticks = await client.subscribe('ticker', { keys: ['A'] });
    server.publish('ticker', 'A', ticker('A', 1));
    await settled();
    await client.close();
    const seen: unknown[] = [];
    for await (const { price } of ticks) seen.push(price);
    expect(seen).toEqual(['1']);
    await settled();
    expect(serverEvents.at(-1)).toMatchObject({ kind: 'disconnected', closed: { code: 1000 } });
    await timers.advance(1000);
    expect(timers.pending).toBe(0);
  });

  test('is closed by the signal', async () => {
    const abort = new AbortController();
    const { client, kinds } = createFeedFixture({ client: { signal: abort.signal } });
    await client.subscribe('ticker', { keys: ['A'] });
    abort.abort();
    expect(client.isOpen).toBe(false);
    expect(kinds().at(-1)).toBe('closed');
  });

  test.each(['http://market.example', 'not a url', 'wss://'])('rejects the URL %j', (url) => {
    expect(() => new FeedClient<MarketTypes>(market, { url })).toThrow(FeedError);
  });
});

describe('renewed subscription', () => {
  test('ends with the error if rejected', async () => {
    let signature = 'good';
    const { client, cut, pass, kinds } = createFeedFixture({
      client: { credentials: () => ({ key: 'ada', signature }) },
    });
    const balances = await client.subscribe('balance', { keys: ['x'] });
    const ticks = await client.subscribe('ticker', { keys: ['A'] });
    signature = 'expired';
    cut();
    await pass(1000);
    expect(kinds()).toContain('refused');
    const taking = (async () => {
      for await (const balance of balances) expect(balance).toBe('never');
    })();
    await expect(taking).rejects.toMatchObject({ code: 'refused' });
    expect(ticks.waiting).toBe(0);
    expect(client.isOpen).toBe(true);
  });

  test.each(['connecting', 'requested', 'granted', 'leaving'])(
    'continues after a connection is lost while %s',
    async (point) => {
      let deaf = point === 'requested';
      const { client, server, cut, pass, block } = createFeedFixture({
        wire: { toServer: (text) => (deaf ? [] : [text]) },
      });
      if (point === 'connecting') block(true);
      const pending = client.subscribe('ticker', { keys: ['A'] });
      await settled();
      if (point === 'granted' || point === 'leaving') await pending;
      if (point === 'leaving') {
        deaf = true;
        const left = (await pending).unsubscribe();
        await settled();
        cut();
        await left;
        deaf = false;
        await pass(1000);
        expect(server.subscribers('ticker')).toBe(0);
        return;
      }
      cut();
      deaf = false;
      block(false);
      await pass(1000);
      const ticks = await pending;
      expect(server.subscribers('ticker', 'A')).toBe(1);
      server.publish('ticker', 'A', ticker('A', 1));
      await settled();
      expect(ticks.waiting).toBe(1);
    },
  );
});
