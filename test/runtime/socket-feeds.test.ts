import {
  FeedClient,
  type FeedDescriptor,
  type FeedEvent,
  memorySocket,
} from '@tallystick/runtime/websocket';
import { feedServer } from '@tallystick/runtime/websocket/server';
import { describe, expect, test } from 'vitest';
import { manualTimers, settled } from './http-client-fixture.js';
import { market, type MarketTypes } from './socket-market.js';
import { nothing, createFeedFixture, seededRandom, type Trader } from './socket-fixture.js';

/** A feed that numbers its requests, answers each pair separately, and distinguishes trades by their channel. */
const numbered: FeedDescriptor = {
  title: 'Numbered',
  version: '1.0.0',
  servers: [{ url: 'wss://numbered.example' }],
  variables: {},
  messages: {
    subscribe: { match: [{ pointer: '/event', const: 'subscribe' }] },
    unsubscribe: { match: [{ pointer: '/event', const: 'unsubscribe' }] },
    failed: {
      match: [
        { pointer: '/event', const: 'subscriptionStatus' },
        { pointer: '/status', const: 'error' },
      ],
    },
    status: { match: [{ pointer: '/event', const: 'subscriptionStatus' }] },
    ping: { match: [{ pointer: '/event', const: 'ping' }] },
    data: { match: [{ pointer: '/2', present: true }] },
  },
  channels: {
    trades: channel('trade'),
    candles: channel('ohlc'),
  },
  control: {
    subscribe: {
      message: 'subscribe',
      template: {
        event: 'subscribe',
        reqid: '{id}',
        pair: '{keys}',
        subscription: { name: '{channel}', interval: '{options.interval}' },
      },
      read: reader(),
    },
    unsubscribe: {
      message: 'unsubscribe',
      template: {
        event: 'unsubscribe',
        reqid: '{id}',
        pair: '{keys}',
        subscription: { name: '{channel}' },
      },
      read: reader(),
    },
    subscribed: {
      message: 'status',
      match: { '/reqid': '{id}', '/pair': '{key}', '/status': 'subscribed' },
      template: {
        event: 'subscriptionStatus',
        reqid: '{id}',
        pair: '{key}',
        status: 'subscribed',
        channelName: '{channel}-{key}',
      },
      each: 'key',
    },
    unsubscribed: {
      message: 'status',
      match: { '/reqid': '{id}', '/pair': '{key}', '/status': 'unsubscribed' },
      template: {
        event: 'subscriptionStatus',
        reqid: '{id}',
        pair: '{key}',
        status: 'unsubscribed',
      },
      each: 'key',
    },
    error: {
      message: 'failed',
      match: { '/reqid': '{id}' },
      text: '/errorMessage',
      template: {
        event: 'subscriptionStatus',
        status: 'error',
        reqid: '{id}',
        errorMessage: '{message}: {reason}',
      },
    },
  },
  heartbeat: { ping: { message: 'ping', template: { event: 'ping', reqid: '{id}' } } },
};

function channel(name: string): FeedDescriptor['channels'][string] {
  return {
    name,
    messages: { data: {} },
    match: [{ pointer: '/1', const: name }],
    keys: { name: 'pair', pointer: '/2', required: true },
    auth: 'none',
  };
}

function reader(): NonNullable<FeedDescriptor['control']>['subscribe']['read'] {
  return {
    channel: '/subscription/name',
    keys: { pair: '/pair' },
    id: '/reqid',
    options: { interval: '/subscription/interval' },
  };
}

type Data = readonly [value: unknown, channel: string, pair: string];

interface NumberedTypes {
  readonly trades: { readonly keys: 'required'; readonly message: Data };
  readonly candles: {
    readonly keys: 'required';
    readonly message: Data;
    readonly options: { readonly interval: number };
  };
}

describe('feed with numbered requests', () => {
  const connectFeed = (descriptor: FeedDescriptor = numbered) => {
    const sent: string[] = [];
    const requests: unknown[] = [];
    const timers = manualTimers();
    const server = feedServer<NumberedTypes>(
      descriptor,
      {
        trades: {
          authorize: ({ keys }) =>
            keys.includes('X') ? { message: 'No', reason: 'X is not traded' } : undefined,
        },
        candles: {
          authorize({ options }) {
            requests.push(options);
            return undefined;
          },
        },
      },
      { timers },
    );
    const open = memorySocket(server.accept, {
      toServer(text) {
        sent.push(text);
        return [text];
      },
    });
    const client = new FeedClient<NumberedTypes>(descriptor, { open, timers });
    return { sent, asked: requests, server, client, timers };
  };

  test('sends ids, reads replies for each key, and routes by channel', async () => {
    const { sent, asked: requests, server, client } = connectFeed();
    const trades = await client.subscribe('trades', { keys: ['A', 'B'] });
    const candles = await client.subscribe('candles', { keys: ['A'], options: { interval: 5 } });
    expect(sent.map((text) => JSON.parse(text))).toEqual([
      { event: 'subscribe', reqid: 1, pair: ['A', 'B'], subscription: { name: 'trade' } },
      { event: 'subscribe', reqid: 2, pair: ['A'], subscription: { name: 'ohlc', interval: 5 } },
    ]);
    expect(requests).toEqual([{ interval: 5 }]);
    server.publish('trades', 'A', [1, 'trade', 'A']);
    server.publish('candles', 'A', [2, 'ohlc', 'A']);
    await settled();
    expect([trades.waiting, candles.waiting]).toEqual([1, 1]);
    await trades.unsubscribe();
    expect(server.subscribers('trades')).toBe(0);
  });

  test('rejects only the keys of the error', async () => {
    const { client } = connectFeed();
    const bad = client.subscribe('trades', { keys: ['X'] });
    const good = client.subscribe('trades', { keys: ['A'] });
    await expect(bad).rejects.toMatchObject({ code: 'refused', message: 'No: X is not traded' });
    await good;
  });

  test('sends one request for each key if keys are not lists', async () => {
    const control = numbered.control;
    if (control === undefined) throw new Error('no control');
    const template = {
      event: 'subscribe',
      reqid: '{id}',
      pair: '{key}',
      subscription: { name: '{channel}' },
    };
    const { sent, client, server } = connectFeed({
      ...numbered,
      control: { ...control, subscribe: { ...control.subscribe, template } },
    });
    await client.subscribe('trades', { keys: ['A', 'B'] });
    expect(sent.map((text) => JSON.parse(text).pair)).toEqual(['A', 'B']);
    expect(server.subscribers('trades')).toBe(2);
  });

  test('sends its own ping messages', async () => {
    const { sent, client, timers } = connectFeed();
    await client.subscribe('trades', { keys: ['A'] });
    await timers.advance(30_000);
    expect(JSON.parse(sent.at(-1) ?? '')).toEqual({ event: 'ping', reqid: 1 });
  });
});

test('sends every message to all clients of a feed without requests', async () => {
  const plain: FeedDescriptor = {
    title: 'Plain',
    version: '1.0.0',
    servers: [{ url: 'wss://{host}/v1/{symbol}?heartbeat=true' }],
    variables: { host: { default: 'plain.example' }, symbol: { default: 'A' } },
    messages: { update: { match: [{ pointer: '/events', present: true }] } },
    channels: { market: { name: 'market', messages: { update: {} }, auth: 'none' } },
  };
  interface PlainTypes {
    readonly market: {
      readonly keys: 'none';
      readonly message: { readonly events: readonly unknown[] };
    };
  }
  const targets: string[] = [];
  const server = feedServer<PlainTypes>(plain, {
    market: { snapshot: () => [{ events: ['first'] }] },
  });
  const client = new FeedClient<PlainTypes>(plain, {
    open: memorySocket((request, socket) => {
      targets.push(request.authority + request.target);
      return server.accept(request, socket);
    }),
    variables: { symbol: 'B' },
  });
  const seen: unknown[] = [];
  await client.subscribe('market', { onMessage: ({ events }) => seen.push(...events) });
  server.publish('market', undefined, { events: ['second'] });
  await settled();
  expect(seen).toEqual(['first', 'second']);
  expect(targets).toEqual(['plain.example/v1/B?heartbeat=true']);
  await client.close();
});

test('passes other messages to the program, and sends its replies', async () => {
  const server = feedServer<NumberedTypes>(
    numbered,
    { trades: {}, candles: {} },
    {
      checks: { ping: { is: (value) => !JSON.stringify(value).includes('bad'), check: () => [] } },
      onMessage(message, name, { send }) {
        send([message, 'trade', name]);
      },
    },
  );
  const client = new FeedClient<NumberedTypes, { readonly event: string; readonly reqid: unknown }>(
    numbered,
    { open: memorySocket(server.accept) },
  );
  expect(() => client.send({ event: 'ping', reqid: 0 })).toThrow('No connection is open');
  const trades = await client.subscribe('trades', { keys: ['ping'] });
  const events: unknown[] = [];
  client.on((event) => events.push(event));
  client.send({ event: 'ping', reqid: 7 });
  client.send({ event: 'ping', reqid: 'bad' });
  await settled();
  await client.close();
  const seen: unknown[] = [];
  for await (const message of trades) seen.push(message);
  expect(seen).toEqual([[{ event: 'ping', reqid: 7 }, 'trade', 'ping']]);
  expect(events).toContainEqual(
    expect.objectContaining({ kind: 'error', message: 'Invalid message: ping' }),
  );
});

test('reports a gap of a connection-wide sequence to every channel', async () => {
  const counted: FeedDescriptor = {
    ...market,
    channels: Object.fromEntries(
      Object.entries(market.channels).map(([name, { sequence: _, ...rest }]) => [
        name,
        name === 'ticker'
          ? {
              ...rest,
              sequence: { pointer: '/n', scope: 'connection', mode: 'contiguous' } as const,
            }
          : rest,
      ]),
    ),
  };
  const server = feedServer<MarketTypes, Trader>(counted, nothing);
  const events: FeedEvent[] = [];
  const client = new FeedClient<MarketTypes>(counted, {
    open: memorySocket(server.accept),
    onEvent: (event) => events.push(event),
  });
  const seen: string[] = [];
  await client.subscribe('ticker', {
    keys: ['A', 'B'],
    onMessage: ({ price }, key) => seen.push(key + price),
    onReset: (key, reason) => seen.push(`${key} ${reason}`),
  });
  for (const n of [1, 2, 2, 5, 6]) {
    const product_id = n === 6 ? 'B' : 'A';
    const message = { type: 'ticker', product_id, sequence: n, price: String(n), n } as const;
    server.publish('ticker', product_id, message);
  }
  await settled();
  expect(seen).toEqual(['A1', 'A2', 'A gap', 'B gap', 'A5', 'B6']);
  expect(events.filter(({ kind }) => kind === 'duplicate')).toHaveLength(1);
  await client.close();
});

test('leaves no timer when a client is closed in any state', async () => {
  const { client, timers, pass } = createFeedFixture({
    client: {
      snapshots: { level3: () => new Promise(() => undefined) },
      resync: { delay: 5000 },
    },
    server: { tick: 1000 },
  });
  await client.subscribe('level2', { keys: ['A'] });
  client.orderBook('level3', 'A').catch(() => undefined);
  client.orderBook('level3', 'B').catch(() => undefined);
  await pass(12_000);
  await client.close();
  await pass(1000);
  expect(timers.pending).toBe(0);
});

test('reports an adapter that throws as a failed connection', async () => {
  const client = new FeedClient<MarketTypes>(market, {
    open() {
      throw new Error('no network here');
    },
    reconnect: false,
    random: seededRandom(1),
  });
  await expect(client.subscribe('status')).rejects.toMatchObject({
    code: 'unreachable',
    cause: { message: 'no network here' },
  });
});
