import { describe, expect, test, vi } from 'vitest';
import { settled } from './http-client-fixture.js';
import { type MarketTypes } from './socket-market.js';
import { nothing, type Trader } from './socket-fixture.js';
import { serve, ada, subscribe } from './socket-server-fixture.js';

describe('subscription request', () => {
  test('contains channels as strings or objects, with keys for one or for all', async () => {
    const { connect, server } = serve();
    const peer = connect();
    await peer.say(
      subscribe(['ticker', { name: 'level2_batch', product_ids: ['B'] }, 'status'], {
        product_ids: ['A'],
      }),
    );
    expect(peer.received).toEqual([
      {
        type: 'subscriptions',
        channels: [
          { name: 'status' },
          { name: 'ticker', product_ids: ['A'] },
          // The name that is answered is the feed's own.
          { name: 'level2_50', product_ids: ['B', 'A'] },
        ],
      },
    ]);
    expect(server.subscribers('level2Batch', 'A')).toBe(1);
  });

  test('adds to earlier subscriptions', async () => {
    const { connect } = serve();
    const peer = connect();
    await peer.say(subscribe(['ticker'], { product_ids: ['A'] }));
    await peer.say(subscribe([{ name: 'ticker', product_ids: ['A', 'B'] }]));
    expect(peer.received.at(-1)).toEqual({
      type: 'subscriptions',
      channels: [{ name: 'ticker', product_ids: ['A', 'B'] }],
    });
  });

  test('is cancelled by key, by channel, or by name only', async () => {
    const { connect } = serve();
    const peer = connect();
    const leave = (channels: unknown, more: object = {}): Promise<void> =>
      peer.say({ type: 'unsubscribe', channels, ...more });
    await peer.say(subscribe(['ticker', 'level2_50'], { product_ids: ['A', 'B', 'C'] }));
    await leave([{ name: 'ticker', product_ids: ['B'] }]);
    expect(peer.received.at(-1)).toMatchObject({
      channels: [{ name: 'ticker', product_ids: ['A', 'C'] }, { name: 'level2_50' }],
    });
    await leave(['level2_batch']);
    await leave(['ticker'], { product_ids: ['C', 'Z'] });
    expect(peer.received.at(-1)).toEqual({
      type: 'subscriptions',
      channels: [{ name: 'ticker', product_ids: ['A'] }],
    });
    await leave(['ticker']);
    expect(peer.received.at(-1)).toEqual({ type: 'subscriptions', channels: [] });
  });

  test('is reported with all subscriptions that the connection has then', async () => {
    const { connect, events } = serve(
      {},
      {
        ...nothing,
        status: {
          snapshot() {
            throw new Error('no status');
          },
        },
      },
    );
    const peer = connect();
    await peer.say(subscribe(['ticker', 'status'], { product_ids: ['A', 'B'] }));
    await peer.say({ type: 'unsubscribe', channels: ['ticker'], product_ids: ['B'] });
    await peer.say(subscribe(['unknown']));
    const reported = events.filter((event) => Object(event).kind === 'subscriptions');
    const ticker = (...keys: readonly string[]) => ({ channel: 'ticker', keys });
    expect(reported).toEqual(
      [
        [{ channel: 'status', keys: [] }, ticker('A', 'B')],
        // The snapshot of the other channel has failed.
        [ticker('A', 'B')],
        [ticker('A')],
      ].map((subscriptions) => ({ kind: 'subscriptions', connection: 1, subscriptions })),
    );
  });

  test.each<[string, unknown, string]>([
    ['invalid JSON', '{', 'Malformed message'],
    ['another message', { type: 'ticker' }, 'Malformed message'],
    ['no channels', { type: 'subscribe' }, 'The request names no channels'],
    ['an empty list', subscribe([]), 'The request names no channels'],
    ['an unknown channel', subscribe(['tickers']), 'tickers is not a valid channel'],
    ['a number', subscribe([7]), 'The request has a channel without a name'],
    ['invalid keys', subscribe([{ name: 'ticker', product_ids: [1] }]), 'must be a list'],
    ['the name __proto__', subscribe(['__proto__']), '__proto__ is not a valid channel'],
    ['no keys', subscribe(['ticker']), 'ticker requires product_ids'],
    ['no credentials', subscribe(['level2'], { product_ids: ['A'] }), 'requires authentication'],
    [
      'bad credentials',
      subscribe(['ticker'], { product_ids: ['A'], signature: 'bad' }),
      'Authentication Failed',
    ],
  ])('is rejected completely for %s', async (_, message, text) => {
    const { connect, server, events } = serve();
    const peer = connect();
    await peer.say(message);
    expect(peer.received).toHaveLength(1);
    expect(JSON.stringify(peer.received[0])).toContain(text);
    expect(peer.received[0]).toMatchObject({ type: 'error' });
    expect(server.subscribers('ticker')).toBe(0);
    expect(events).toContainEqual(expect.objectContaining({ kind: 'refused' }));
  });

  test('is rejected completely if one channel is rejected', async () => {
    const { connect, server } = serve();
    await connect().say(subscribe(['ticker', 'level2'], { product_ids: ['A'] }));
    expect([server.subscribers('ticker'), server.subscribers('level2')]).toEqual([0, 0]);
  });

  test('is authorised by the handler', async () => {
    const authorize = vi.fn<(request: { readonly keys: readonly string[] }) => object | undefined>(
      ({ keys }) => (keys.includes('mine') ? undefined : { message: 'No', reason: 'not yours' }),
    );
    const { connect, server } = serve(
      {},
      {
        ...nothing,
        balance: { authorize } as (typeof nothing)['balance'],
      },
    );
    const peer = connect();
    await peer.say(subscribe([{ name: 'balance', account_ids: ['yours'] }], ada));
    await peer.say(subscribe([{ name: 'balance', account_ids: ['mine'] }], ada));
    expect(peer.received[0]).toEqual({ type: 'error', message: 'No', reason: 'not yours' });
    expect(authorize).toHaveBeenLastCalledWith(
      expect.objectContaining({ caller: 'ada', principal: { name: 'ada' }, keys: ['mine'] }),
    );
    expect(server.subscribers('balance', 'mine')).toBe(1);
  });

  test('is anonymous without credentials, and a later one may authenticate', async () => {
    const { connect, server } = serve();
    const peer = connect();
    await peer.say(subscribe(['status'], ada));
    await peer.say(subscribe(['ticker'], { product_ids: ['A'] }));
    const to = vi.fn<(subscriber: { readonly principal: Trader | undefined }) => boolean>(
      () => true,
    );
    const tick = { type: 'ticker', product_id: 'A', sequence: 1, price: '1' } as const;
    server.publish('ticker', 'A', tick, { to });
    expect(to.mock.lastCall?.[0].principal).toBeUndefined();
    await peer.say(subscribe(['ticker'], { product_ids: ['A'], ...ada }));
    server.publish('ticker', 'A', tick, { to: ({ principal }) => principal?.name === 'ada' });
    server.publish('ticker', 'A', tick, { to: ({ principal }) => principal?.name === 'bob' });
    const got = peer.received.filter((message) => (message as { type: string }).type === 'ticker');
    expect(got).toHaveLength(2);
  });

  test('receives its snapshot first, then messages published meanwhile', async () => {
    let give: ((messages: readonly MarketTypes['level2']['message'][]) => void) | undefined;
    const { connect, server } = serve(
      {},
      {
        ...nothing,
        level2: {
          snapshot: () =>
            new Promise((resolve) => {
              give = resolve;
            }),
        },
      },
    );
    const peer = connect();
    await peer.say(subscribe(['level2'], { product_ids: ['A'], ...ada }));
    const changes = [['buy', '1', '2']] as const;
    server.publish('level2', 'A', { type: 'l2update', product_id: 'A', changes });
    expect(peer.received).toHaveLength(1);
    give?.([{ type: 'snapshot', product_id: 'A', bids: [], asks: [] }]);
    await settled();
    expect(peer.received.map((message) => (message as { type: string }).type)).toEqual([
      'subscriptions',
      'snapshot',
      'l2update',
    ]);
  });

  test('ends if its snapshot fails', async () => {
    const { connect, server, events } = serve(
      {},
      {
        ...nothing,
        ticker: { snapshot: () => Promise.reject(new Error('secret of the server')) },
      },
    );
    const peer = connect();
    await peer.say(subscribe(['ticker'], { product_ids: ['A'] }));
    expect(server.subscribers('ticker')).toBe(0);
    expect(JSON.stringify(peer.received)).toContain('Internal error');
    expect(JSON.stringify(peer.received)).not.toContain('secret');
    expect(events).toContainEqual(expect.objectContaining({ kind: 'failed' }));
  });
});

describe('published message', () => {
  test('is encoded once for all', async () => {
    const { connect, server } = serve();
    const peers = Array.from({ length: 20 }, () => connect());
    for (const peer of peers) await peer.say(subscribe(['ticker'], { product_ids: ['A'] }));
    const toJSON = vi.fn<() => object>(() => ({}));
    const tick = { type: 'ticker', product_id: 'A', sequence: 1, price: '1', toJSON } as const;
    server.publish('ticker', 'A', tick);
    expect(toJSON).toHaveBeenCalledTimes(1);
    expect(peers.every(({ received }) => received.length === 2)).toBe(true);
  });

  test('is collected in a batch and merged', async () => {
    const { connect, server, timers } = serve();
    const peer = connect();
    await peer.say(subscribe(['level2_batch'], { product_ids: ['A', 'B'] }));
    const publish = (product_id: string, price: string, size: string): void =>
      server.publish('level2Batch', product_id, {
        type: 'l2update',
        product_id,
        changes: [['buy', price, size]],
      });
    publish('A', '1', '1');
    publish('B', '9', '9');
    publish('A', '2', '2');
    publish('A', '1', '0');
    await timers.advance(49);
    expect(peer.received).toHaveLength(1);
    await timers.advance(1);
    expect(peer.received.slice(1)).toEqual([
      {
        type: 'l2update',
        product_id: 'A',
        changes: [
          ['buy', '1', '0'],
          ['buy', '2', '2'],
        ],
      },
      { type: 'l2update', product_id: 'B', changes: [['buy', '9', '9']] },
    ]);
    await timers.advance(1000);
    expect(peer.received).toHaveLength(3);
  });

  test('is rejected if invalid or of another channel', () => {
    const check = () => [
      { pointer: '/price', keyword: 'type', expected: 'a string', schema: 'here' },
    ];
    const { server } = serve({ checks: { ticker: { is: () => false, check } } });
    const tick = { type: 'ticker', product_id: 'A', sequence: 1, price: '1' } as const;
    expect(() => server.publish('ticker', 'A', tick)).toThrow('/price must be a string');
    const wrong = { type: 'status' } as unknown as typeof tick;
    expect(() => server.publish('ticker', 'A', wrong)).toThrow(
      'has no message that matches this one',
    );
  });
});

describe('drain', () => {
  test('sends waiting messages, closes all connections, and rejects new ones', async () => {
    const { connect, server } = serve();
    const peer = connect();
    await peer.say(subscribe(['level2_batch'], { product_ids: ['A'] }));
    const changes = [['buy', '1', '1']] as const;
    server.publish('level2Batch', 'A', { type: 'l2update', product_id: 'A', changes });
    await server.drain();
    expect(peer.received.at(-1)).toMatchObject({ type: 'l2update' });
    expect(peer.closed).toEqual({ code: 1001, reason: 'going away' });
    expect(server.connections).toBe(0);
    expect(connect().closed?.code).toBe(1001);
  });

  test('terminates connections that do not close', async () => {
    const { server, timers } = serve();
    const terminate = vi.fn<() => void>();
    const send = (): void => undefined;
    const socket = { send, sendShared: send, buffered: 0, close: send, terminate };
    const request = {
      scheme: 'ws',
      authority: 'a',
      target: '/',
      headers: [],
      protocols: [],
    } as const;
    server.accept(request, socket);
    const drained = server.drain({ timeout: 3000 });
    await timers.advance(3000);
    await drained;
    expect(terminate).toHaveBeenCalledTimes(1);
    expect(timers.pending).toBe(0);
  });
});
