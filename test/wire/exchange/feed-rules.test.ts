import { exchangeFeedDescriptor } from '@platform/exchange';
import type { Socket, SocketClosed } from '@tallystick/runtime/socket';
import { describe, expect, test } from 'vitest';
import { settled } from '../../runtime/http-client-fixture.js';
import { feedScene, type FeedScene, type SceneOptions } from './feed-scene.js';

/** Signatures of the vectors that the public clients agree on, at 1,700,000,000. */
const signature = '4w5N81jN+R8BEl+8gu26Lel0jalXF5uTezix+T8v9eY=';
const auth = { key: 'ada', passphrase: 'pp123', signature };

interface Plain extends FeedScene {
  readonly say: (message: object) => Promise<readonly unknown[]>;
  readonly heard: unknown[];
  readonly socket: Socket;
  readonly closed: () => SocketClosed | undefined;
}

/** A server and a client that writes frames by hand. */
async function plain(given: SceneOptions = {}, address = '192.0.2.1'): Promise<Plain> {
  const scene = feedScene(given);
  const heard: unknown[] = [];
  let how: SocketClosed | undefined;
  const request = {
    scheme: 'wss',
    authority: 'feed.exchange.example.com',
    target: '/',
    headers: [],
    protocols: [],
    peer: { address },
  } as const;
  const socket = await scene.open(request, {
    frame: (frame) => heard.push(JSON.parse(String(frame))),
    alive: () => undefined,
    drained: () => undefined,
    closed: (closed) => (how = closed),
  });
  return {
    ...scene,
    heard,
    socket,
    closed: () => how,
    async say(message) {
      const before = heard.length;
      socket.send(JSON.stringify(message));
      await settled();
      return heard.slice(before);
    },
  };
}

const subscriptions = (channels: readonly unknown[]) => [{ type: 'subscriptions', channels }];

describe('a request to subscribe', () => {
  test('has channels as texts, as objects, or as both', async () => {
    const { say } = await plain();
    const channels = ['status', { name: 'ticker', product_ids: ['BTC-USD'] }, 'rfq_matches'];
    expect(await say({ type: 'subscribe', channels })).toEqual(
      subscriptions([
        { name: 'ticker', product_ids: ['BTC-USD'] },
        { name: 'status' },
        { name: 'rfq_matches' },
      ]),
    );
  });

  test('has products of the whole message, to which those of a channel are added', async () => {
    const { say } = await plain();
    const channels = ['ticker', { name: 'matches', product_ids: ['ETH-USD'] }];
    expect(await say({ type: 'subscribe', product_ids: ['BTC-USD'], channels })).toEqual(
      subscriptions([
        { name: 'ticker', product_ids: ['BTC-USD'] },
        { name: 'matches', product_ids: ['ETH-USD', 'BTC-USD'] },
      ]),
    );
  });

  test.each([1_700_000_000, '1700000000', 1_700_000_000.0])(
    'is signed at %j, a number or a text',
    async (timestamp) => {
      const { say } = await plain();
      const wish = { type: 'subscribe', channels: [{ name: 'user', product_ids: ['BTC-USD'] }] };
      expect(await say({ ...wish, ...auth, timestamp })).toEqual(
        subscriptions([{ name: 'user', product_ids: ['BTC-USD'] }]),
      );
    },
  );

  test('is signed at a fraction of a second too', async () => {
    const { feed, timers, server } = feedScene();
    await timers.advance(123);
    await feed.subscribe('user', { keys: ['BTC-USD'] });
    expect(server.subscribers('user', 'BTC-USD')).toBe(1);
  });

  test.each([
    ['another signature', { signature: signature.replace('4', '5') }, 'signature-wrong'],
    ['another passphrase', { passphrase: 'pp124' }, 'passphrase-wrong'],
    ['a key that nobody has', { key: 'eve' }, 'key-unknown'],
    ['no timestamp', { timestamp: undefined }, 'credential-missing'],
    ['a time long ago', { timestamp: 1_699_999_969 }, 'timestamp-past'],
    ['a time to come', { timestamp: 1_700_000_031 }, 'timestamp-ahead'],
  ])('is refused with %s', async (_, difference, reason) => {
    const { say, serverEvents } = await plain();
    const wish = { type: 'subscribe', channels: [{ name: 'user', product_ids: ['BTC-USD'] }] };
    expect(await say({ ...wish, ...auth, timestamp: 1_700_000_000, ...difference })).toEqual([
      { type: 'error', message: 'Failed to subscribe', reason: 'Authentication Failed' },
    ]);
    expect(serverEvents).toContainEqual({ kind: 'refused', connection: 1, reason });
  });

  test('is answered with the names that the server has for channels', async () => {
    const { say } = await plain();
    const channels = ['level2_batch', 'ticker_batch'];
    expect(await say({ type: 'subscribe', product_ids: ['BTC-USD'], channels })).toEqual(
      subscriptions([
        { name: 'ticker_1000', product_ids: ['BTC-USD'] },
        { name: 'level2_50', product_ids: ['BTC-USD'] },
      ]),
    );
    const by = { name: 'level2_50', product_ids: ['BTC-USD'] };
    expect(await say({ type: 'unsubscribe', channels: [by] })).toEqual(
      subscriptions([{ name: 'ticker_1000', product_ids: ['BTC-USD'] }]),
    );
  });

  test('adds to what is there', async () => {
    const { say, server } = await plain();
    const ask = (product: string): Promise<readonly unknown[]> =>
      say({ type: 'subscribe', channels: ['ticker'], product_ids: [product] });
    await ask('BTC-USD');
    await ask('BTC-USD');
    expect(await ask('ETH-USD')).toEqual(
      subscriptions([{ name: 'ticker', product_ids: ['BTC-USD', 'ETH-USD'] }]),
    );
    expect(server.subscribers('ticker')).toBe(2);
  });

  test('leaves a public channel nobody’s, whoever asks for others later', async () => {
    const { say, server, heard } = await plain();
    const ask = (name: string, shown: object): Promise<readonly unknown[]> =>
      say({ type: 'subscribe', channels: [{ name, product_ids: ['BTC-USD'] }], ...shown });
    await ask('matches', {});
    await ask('user', { ...auth, timestamp: 1_700_000_000 });
    heard.length = 0;
    server.publish('matches', 'BTC-USD', match, { to: ({ principal }) => principal !== undefined });
    expect(heard).toEqual([]);
    server.publish('matches', 'BTC-USD', match, { to: ({ principal }) => principal === undefined });
    await settled();
    expect(heard).toEqual([match]);
  });

  test.each([
    [{ type: 'subscribe', channels: [] }, 'No channels are named'],
    [{ type: 'subscribe', channels: ['prices'] }, 'prices is not a valid channel'],
    [{ type: 'subscribe', channels: ['ticker'] }, 'ticker needs product_ids'],
    [{ type: 'subscribe', channels: [{}] }, 'A channel has no name'],
    [
      { type: 'subscribe', channels: ['ticker'], product_ids: [1] },
      'product_ids must be a list of texts',
    ],
  ])('says what is wrong with %j', async (message, reason) => {
    const { say } = await plain();
    expect(await say(message)).toEqual([{ type: 'error', message: 'Failed to subscribe', reason }]);
  });
});

describe('leaving', () => {
  test('a channel by its bare name leaves all of its products', async () => {
    const { say } = await plain();
    const channels = ['ticker', 'matches'];
    await say({ type: 'subscribe', channels, product_ids: ['BTC-USD', 'ETH-USD'] });
    expect(await say({ type: 'unsubscribe', channels: ['ticker'] })).toEqual(
      subscriptions([{ name: 'matches', product_ids: ['BTC-USD', 'ETH-USD'] }]),
    );
    const one = { name: 'matches', product_ids: ['ETH-USD'] };
    expect(await say({ type: 'unsubscribe', channels: [one] })).toEqual(
      subscriptions([{ name: 'matches', product_ids: ['BTC-USD'] }]),
    );
    expect(await say({ type: 'unsubscribe', channels: ['matches'] })).toEqual(subscriptions([]));
  });
});

describe('a connection', () => {
  test('ends where nothing is asked for within five seconds', async () => {
    const { timers, closed } = await plain();
    await timers.advance(4_900);
    expect(closed()).toBeUndefined();
    await timers.advance(400);
    expect(closed()).toMatchObject({ code: 1008 });
  });

  test('goes on where something was', async () => {
    const { timers, closed, say } = await plain();
    await say({ type: 'subscribe', channels: ['status'] });
    await timers.advance(10_000);
    expect(closed()).toBeUndefined();
  });

  test('has a product of a channel ten times for one caller', async () => {
    const { open, say, heard } = await plain();
    const request = {
      scheme: 'wss',
      authority: 'x',
      target: '/',
      headers: [],
      protocols: [],
      peer: { address: '192.0.2.1' },
    } as const;
    const wish = JSON.stringify({
      type: 'subscribe',
      channels: [{ name: 'ticker', product_ids: ['BTC-USD'] }],
    });
    for (let count = 0; count < 10; count++) {
      const socket = await open(request, {
        frame: (frame) => heard.push(JSON.parse(String(frame))),
        alive: () => undefined,
        drained: () => undefined,
        closed: () => undefined,
      });
      socket.send(wish);
    }
    await settled();
    expect(heard.filter((each) => Object(each).type === 'error')).toEqual([]);
    expect(await say(JSON.parse(wish))).toMatchObject([
      { type: 'error', reason: 'Too many subscriptions to ticker of BTC-USD' },
    ]);
  });

  test('says a hundred things a second, whichever of its address says them', async () => {
    const { say, timers } = await plain();
    const wish = { type: 'unsubscribe', channels: ['status'] };
    for (let count = 0; count < 100; count++) await say(wish);
    expect(await say(wish)).toEqual([{ type: 'error', message: 'Rate limit exceeded' }]);
    await timers.advance(10);
    expect(await say(wish)).toEqual(subscriptions([]));
  });

  test('is one of twenty at once from an address, and of eight a second after', async () => {
    const { open, timers } = await plain();
    const request = {
      scheme: 'wss',
      authority: 'x',
      target: '/',
      headers: [],
      protocols: [],
      peer: { address: '192.0.2.1' },
    } as const;
    const enter = async (): Promise<number> => {
      let code = 0;
      await open(request, {
        frame: () => undefined,
        alive: () => undefined,
        drained: () => undefined,
        closed: (how) => (code = how.code),
      });
      await settled();
      return code;
    };
    for (let count = 0; count < 19; count++) expect(await enter()).toBe(0);
    expect(await enter()).toBe(1013);
    await timers.advance(125);
    expect(await enter()).toBe(0);
  });

  test('ends after a message that is too big', async () => {
    const { say, closed } = await plain();
    const answer = await say({ type: 'subscribe', channels: ['x'.repeat(70_000)] });
    expect(answer).toEqual([{ type: 'error', message: 'Message too big' }]);
    expect(closed()).toMatchObject({ code: 1009 });
  });

  test('is told that it is too slow, and ends', async () => {
    const { feed, server, events, timers } = feedScene({
      wire: { schedule: (deliver) => held.push(deliver) },
      server: { slowConsumer: { policy: 'disconnect', limit: 1000 } },
    });
    const held: (() => void)[] = [];
    const flow = async (): Promise<void> => {
      while (held.length > 0) {
        held.shift()?.();
        await settled();
      }
    };
    const subscribed = feed.subscribe('matches', { keys: ['BTC-USD'] });
    await settled();
    await flow();
    await subscribed;
    for (let trade = 1; trade < 20; trade++)
      server.publish('matches', 'BTC-USD', { ...match, trade_id: trade, sequence: trade });
    await flow();
    await timers.advance(1);
    await flow();
    expect(events).toContainEqual(
      expect.objectContaining({
        kind: 'error',
        message: 'ErrSlowConsume: matches is not taken quickly enough',
      }),
    );
    expect(events).toContainEqual(expect.objectContaining({ kind: 'lost' }));
  });
});

describe('batches', () => {
  test('of level 2 come every 50 milliseconds, each price once', async () => {
    const whole = { type: 'snapshot', product_id: 'BTC-USD', bids: [], asks: [] } as const;
    const { feed, server, timers } = feedScene({
      handlers: { level2_batch: { snapshot: () => [whole] } },
    });
    const got: unknown[] = [];
    await feed.subscribe('level2_batch', {
      keys: ['BTC-USD'],
      onMessage: (message) => got.push(message),
    });
    await settled();
    expect(got.splice(0)).toEqual([whole]);
    const change = (size: string) => ({
      type: 'l2update' as const,
      product_id: 'BTC-USD',
      changes: [['buy', '100', size]] as const,
      time: match.time,
    });
    server.publish('level2_batch', 'BTC-USD', change('1'));
    await timers.advance(30);
    server.publish('level2_batch', 'BTC-USD', change('2'));
    await timers.advance(19);
    expect(got).toEqual([]);
    await timers.advance(1);
    expect(got).toEqual([change('2')]);
    expect(exchangeFeedDescriptor.channels['level2_batch']?.interval).toBe(50);
  });
});

test('a client passes over messages that it does not know', async () => {
  const { feed, server, events } = feedScene({
    wire: { toClient: (text) => [text, '{"type":"party"}', '["party"]'] },
  });
  const got: unknown[] = [];
  await feed.subscribe('matches', { keys: ['BTC-USD'], onMessage: (each) => got.push(each) });
  server.publish('matches', 'BTC-USD', match);
  await settled();
  expect(got).toEqual([match]);
  expect(events.filter(({ kind }) => kind === 'unknown-message')).toHaveLength(4);
});

const match = {
  type: 'match',
  trade_id: 20,
  sequence: 13,
  maker_order_id: 'd0c5340b-6d6c-49d9-b567-48c4bfca13d2',
  taker_order_id: 'a3a1bd1f-2f6c-4d3b-9a1f-0d6a3c2e7b55',
  time: '2025-01-28T09:30:00.123456Z',
  product_id: 'BTC-USD',
  size: '0.1',
  price: '100',
  side: 'buy',
} as const;
