import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ExchangeFeed, feedKey } from '@platform/exchange';
import type { ExchangeFeedChannels } from '@platform/exchange';
import { exchangeFeedChecks } from '@platform/exchange/feed-checks';
import {
  createExchangeFeedServer,
  type ExchangeFeedEvent,
  feedKeyVerifier,
} from '@platform/exchange/feed-server';
import type { HmacPrincipal } from '@tallystick/runtime/auth/hmac';
import { memorySocket, type SocketRequest } from '@tallystick/runtime/websocket';
import { serveFeed, wsSocket } from '@tallystick/runtime/websocket/node';
import type { Subscriber } from '@tallystick/runtime/websocket/server';
import { describe, expect, test } from 'vitest';
import { settled } from '../../runtime/http-client-fixture.js';
import { createFeedFixture, idle, secret } from './feed-fixture.js';

type Channel = keyof ExchangeFeedChannels;
type MatchEvent = Extract<ExchangeFeedEvent<HmacPrincipal>, { readonly event: 'match' }>;

const product = 'BTC-USD';
const time = '2025-01-28T09:30:00.123456Z';
const maker = 'd0c5340b-6d6c-49d9-b567-48c4bfca13d2';
const taker = 'a3a1bd1f-2f6c-4d3b-9a1f-0d6a3c2e7b55';
const profiles = { ada: taker, bob: maker, eve: '5b6f6d3e-3f0e-4b8f-9d8e-0f4c7a1f2c11' };
const keys = {
  ada: { secret, passphrase: 'pp123' },
  bob: { secret, passphrase: 'pp123' },
  eve: { secret, passphrase: 'pp123' },
};
const privateProperties =
  /user_id|profile_id|taker_user_id|maker_user_id|fee_rate|cancel_reason|client_oid/;

const belongsTo =
  (key: string) =>
  ({ principal }: Subscriber<HmacPrincipal>): boolean =>
    principal?.keyName === key;

/** A trade of Ada, the taker, and Bob, the maker. */
function matchEvent(sequence: number): MatchEvent {
  const common = { trade_id: sequence, sequence, time, product_id: product, price: '100' };
  const orders = { maker_order_id: maker, taker_order_id: taker };
  return {
    event: 'match',
    messages: {
      match: { type: 'match', ...common, ...orders, size: '1', side: 'sell' },
      level3_match: ['match', product, sequence, maker, taker, '100', '1', time],
      ticker: { type: 'ticker', ...common, best_bid: '99', best_ask: '100', last_size: '1' },
      l2update: { type: 'l2update', product_id: product, changes: [['sell', '100', '3']], time },
    },
    owners: [
      {
        owns: belongsTo('ada'),
        messages: {
          match: {
            user_id: 'ada',
            profile_id: profiles.ada,
            taker_user_id: 'ada',
            taker_fee_rate: '0.005',
          },
        },
      },
      {
        owns: belongsTo('bob'),
        messages: { match: { user_id: 'bob', profile_id: profiles.bob, maker_user_id: 'bob' } },
      },
    ],
  };
}

/** A server on loopback with connections of several users, and the texts that each connection receives. */
async function createSockets() {
  const http = createServer();
  const server = createExchangeFeedServer<HmacPrincipal>(
    {
      ...idle,
      level2: { snapshot: () => [{ type: 'snapshot', product_id: product, bids: [], asks: [] }] },
    },
    { verify: feedKeyVerifier({ keys }), checks: exchangeFeedChecks, pingInterval: 86_400_000 },
  );
  serveFeed(http, server.accept, { path: '/' });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const feeds: ExchangeFeed[] = [];
  return {
    server,
    /** Connects, subscribes and collects all frames of channels. */
    async connect(key: keyof typeof keys | undefined, channels: readonly Channel[]) {
      const frames: string[] = [];
      const waiting: (() => void)[] = [];
      const open = wsSocket();
      const feed = new ExchangeFeed({
        url: `ws://127.0.0.1:${port}/`,
        open: (request: SocketRequest, events) =>
          open(request, {
            ...events,
            frame(frame) {
              if (typeof frame === 'string' && !frame.includes('"subscriptions"'))
                frames.push(frame);
              events.frame(frame);
              for (const check of waiting) check();
            },
          }),
        ...(key === undefined
          ? {}
          : { credentials: feedKey({ key, secret, passphrase: 'pp123' }) }),
      });
      feeds.push(feed);
      for (const channel of channels) await feed.subscribe(channel, { keys: [product] });
      return {
        frames,
        /** Resolves when the connection has received a number of frames. */
        receives: (count: number) =>
          new Promise<void>((resolve) => {
            const check = (): void => {
              if (frames.length >= count) resolve();
            };
            waiting.push(check);
            check();
          }),
      };
    },
    async close() {
      await Promise.all(feeds.map((feed) => feed.close()));
      await server.drain();
      http.close();
    },
  };
}

const typesOf = (frames: readonly string[]): readonly unknown[] =>
  frames.map((frame) => {
    const value: unknown = JSON.parse(frame);
    return Array.isArray(value) ? `${value[0]} row` : Object(value).type;
  });

describe('event on several channels', () => {
  test('reaches every channel in the described order, with owner properties for owners only', async () => {
    const { server, connect, close } = await createSockets();
    const channels: readonly Channel[] = ['full', 'matches', 'level3', 'ticker', 'level2'];
    const owner = await connect('ada', [...channels, 'user']);
    const other = await connect('eve', [...channels, 'user']);
    await Promise.all([owner.receives(1), other.receives(1)]);
    server.publish(matchEvent(13));
    server.publish(matchEvent(14));
    await Promise.all([owner.receives(9), other.receives(9)]);
    const once = ['match', 'match row', 'ticker', 'l2update'];
    for (const { frames } of [owner, other]) {
      expect(typesOf(frames)).toEqual(['snapshot', ...once, ...once]);
    }
    expect(other.frames.join()).not.toMatch(privateProperties);
    expect(JSON.parse(owner.frames[1] ?? '')).toEqual({
      ...matchEvent(13).messages.match,
      ...matchEvent(13).owners[0]?.messages.match,
    });
    await close();
  });

  test('gives each owner its own properties', async () => {
    const { server, connect, close } = await createSockets();
    const ada = await connect('ada', ['user']);
    const bob = await connect('bob', ['user']);
    const eve = await connect('eve', ['user', 'ticker']);
    server.publish(matchEvent(13));
    await Promise.all([ada.receives(1), bob.receives(1), eve.receives(1)]);
    expect(JSON.parse(ada.frames[0] ?? '')).toMatchObject({ user_id: 'ada', sequence: 13 });
    expect(JSON.parse(bob.frames[0] ?? '')).toMatchObject({ user_id: 'bob', sequence: 13 });
    expect(bob.frames[0]).not.toContain('ada');
    expect(typesOf(eve.frames)).toEqual(['ticker']);
    await close();
  });

  test('leaves out owner properties for subscriptions without credentials', async () => {
    const { server, connect, close } = await createSockets();
    const anonymous = await connect(undefined, ['matches']);
    server.publish(matchEvent(13));
    await anonymous.receives(1);
    expect(JSON.parse(anonymous.frames[0] ?? '')).toEqual(matchEvent(13).messages.match);
    await close();
  });

  test('sends a message for owners only to nobody else', async () => {
    const { server, connect, close } = await createSockets();
    const ada = await connect('ada', ['full', 'user']);
    const eve = await connect('eve', ['full', 'user']);
    server.publish({
      event: 'activate',
      owners: [
        {
          owns: belongsTo('ada'),
          messages: {
            activate: {
              type: 'activate',
              product_id: product,
              timestamp: '1483736448.299000',
              order_id: taker,
              profile_id: profiles.ada,
              stop_type: 'loss',
              side: 'sell',
              stop_price: '80',
            },
          },
        },
      ],
    });
    server.publish(matchEvent(13));
    await Promise.all([ada.receives(2), eve.receives(1)]);
    expect(typesOf(ada.frames)).toEqual(['activate', 'match']);
    expect(typesOf(eve.frames)).toEqual(['match']);
    await close();
  });

  test('is encoded once for each distinct copy, for a thousand subscribers of several channels', async () => {
    const { server, open } = createFeedFixture({
      server: { verify: feedKeyVerifier({ keys }), checks: {}, limits: {} },
    });
    const feeds = await Promise.all(
      Array.from({ length: 1000 }, async (_, index) => {
        const key = index % 100 === 0 ? 'ada' : 'eve';
        const feed = new ExchangeFeed({
          open,
          credentials: feedKey({ key, secret, passphrase: 'pp123' }),
        });
        const got: unknown[] = [];
        const onMessage = (message: unknown): void => void got.push(message);
        await feed.subscribe('matches', { keys: [product], onMessage });
        await feed.subscribe('full', { keys: [product] });
        return { feed, got };
      }),
    );
    let encodings = 0;
    const event = matchEvent(13);
    const price: unknown = { toJSON: () => `${(encodings += 1)}` };
    const match = { ...event.messages.match, price } as MatchEvent['messages']['match'];
    server.publish({ ...event, messages: { ...event.messages, match } });
    await settled();
    expect(feeds.filter(({ got }) => got.length === 1)).toHaveLength(1000);
    // One copy for the owner Ada, one for all others. Bob is not connected.
    expect(encodings).toBe(2);
    await Promise.all(feeds.map(({ feed }) => feed.close()));
  });
});

describe('batched channels of an event', () => {
  test('receive the conflated messages of several events', async () => {
    const { server, feed, timers } = createFeedFixture({
      handlers: {
        level2_batch: {
          snapshot: () => [{ type: 'snapshot', product_id: product, bids: [], asks: [] }],
        },
      },
    });
    const tickers: unknown[] = [];
    const updates: unknown[] = [];
    await feed.subscribe('ticker_batch', {
      keys: [product],
      onMessage: (message) => tickers.push(message.sequence),
    });
    await feed.subscribe('level2_batch', {
      keys: [product],
      onMessage: (message) => message.type === 'l2update' && updates.push(message.changes),
    });
    for (const sequence of [13, 14, 15]) server.publish(matchEvent(sequence));
    expect(tickers).toEqual([]);
    await timers.advance(1000);
    expect(tickers).toEqual([15]);
    expect(updates).toEqual([[['sell', '100', '3']]]);
    await feed.close();
  });
});

describe('events and slow clients', () => {
  test('disconnects a client that does not read, and no other', async () => {
    const held: (() => void)[] = [];
    let isHeld = false;
    const slow = createFeedFixture({
      server: { slowConsumer: { policy: 'disconnect', limit: 500 } },
      wire: {
        schedule: (deliver) => {
          if (isHeld) held.push(deliver);
          else queueMicrotask(deliver);
        },
      },
    });
    await slow.feed.subscribe('full', { keys: [product] });
    const other = new ExchangeFeed({
      open: memorySocket(slow.server.accept),
      credentials: feedKey({ key: 'ada', secret, passphrase: 'pp123' }, { clock: slow.timers }),
    });
    const seen: unknown[] = [];
    await other.subscribe('full', {
      keys: [product],
      onMessage: (message) => seen.push('sequence' in message ? message.sequence : undefined),
    });
    expect(slow.server.connections).toBe(2);
    isHeld = true;
    for (let sequence = 1; sequence <= 20; sequence++) {
      slow.server.publish(matchEvent(sequence));
      await settled();
    }
    isHeld = false;
    while (held.length > 0) held.shift()?.();
    await settled();
    expect(slow.serverEvents).toContainEqual(
      expect.objectContaining({ kind: 'slow', channel: 'full', policy: 'disconnect' }),
    );
    expect(slow.serverEvents.filter(({ kind }) => kind === 'slow')).toHaveLength(1);
    // The other client is still connected, and has received everything.
    expect(slow.server.connections).toBe(1);
    expect(other.isOpen).toBe(true);
    expect(seen).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    await Promise.all([slow.feed.close(), other.close()]);
  });
});

describe('invalid event', () => {
  const { server } = createFeedFixture();
  const event = matchEvent(13);
  const publish = (changed: object) => () =>
    server.publish({ ...event, ...changed } as unknown as MatchEvent);

  test.each([
    ['an unknown name', { event: 'macth' }, 'There is no event "macth"'],
    [
      'a missing message',
      { messages: { ...event.messages, ticker: undefined } },
      'The event "match" needs a message "ticker"',
    ],
    [
      'an unknown message',
      { messages: { ...event.messages, tikcer: {} } },
      'The event "match" has no message "tikcer"',
    ],
    [
      'an owner property for all',
      { messages: { ...event.messages, match: { ...event.messages.match, user_id: 'ada' } } },
      'Only owners receive "user_id" of "match": it belongs to "owners"',
    ],
    [
      'a property for all among those of an owner',
      { owners: [{ owns: () => true, messages: { match: { price: '1' } } }] },
      '"price" of "match" is not for owners only: it belongs to "messages"',
    ],
    [
      'an owner without a property that a channel requires',
      { owners: [{ owns: () => true, messages: { match: { user_id: 'ada' } } }] },
      '"user" has no message that matches this one',
    ],
    [
      'an owner without its message',
      { owners: [{ owns: () => true, messages: {} }] },
      'An owner of "match" needs a message "match"',
    ],
    [
      'an invalid message',
      { messages: { ...event.messages, match: { ...event.messages.match, price: 1 } } },
      'The message "match" is invalid: /price must be',
    ],
    [
      'a message without its key',
      {
        messages: { ...event.messages, level3_match: ['match', undefined, 13] },
      },
      'is invalid',
    ],
  ])('is rejected with %s', (_, changed, message) => {
    expect(publish(changed)).toThrow(message);
  });

  test('sends nothing', async () => {
    const { server: other, feed } = createFeedFixture();
    const got: unknown[] = [];
    await feed.subscribe('full', { keys: [product], onMessage: (each) => got.push(each) });
    const wrong = { ...event, messages: { ...event.messages, ticker: undefined } };
    expect(() => other.publish(wrong as unknown as MatchEvent)).toThrow('ticker');
    const failing = { ...event, owners: [{ ...event.owners[0], owns: () => JSON.parse('') }] };
    expect(() => other.publish(failing as unknown as MatchEvent)).toThrow(SyntaxError);
    await settled();
    expect(got).toEqual([]);
    await feed.close();
  });

  test('is rejected by publish to a channel with owner properties for all subscribers', () => {
    const message = { ...event.messages.match, user_id: 'ada' };
    expect(() => server.publish('matches', product, message)).toThrow(
      'Only owners receive "user_id" of "match": select them with "to"',
    );
    expect(() => server.publish('matches', product, message, { to: () => true })).not.toThrow();
  });
});
