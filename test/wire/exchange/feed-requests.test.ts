import { describe, expect, test } from 'vitest';
import { settled } from '../../runtime/http-client-fixture.js';
import { createFeedFixture } from './feed-fixture.js';
import { match, plain, subscriptions } from './plain-client.js';

/** Signatures of the vectors that the public clients agree on, at 1,700,000,000. */
const signature = '4w5N81jN+R8BEl+8gu26Lel0jalXF5uTezix+T8v9eY=';
const auth = { key: 'ada', passphrase: 'pp123', signature };

describe('subscription request', () => {
  test('contains channels as strings, as objects, or as both', async () => {
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

  test('contains products of all channels, and more products of one channel', async () => {
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
    'is signed at %j, as a number or a string',
    async (timestamp) => {
      const { say } = await plain();
      const request = { type: 'subscribe', channels: [{ name: 'user', product_ids: ['BTC-USD'] }] };
      expect(await say({ ...request, ...auth, timestamp })).toEqual(
        subscriptions([{ name: 'user', product_ids: ['BTC-USD'] }]),
      );
    },
  );

  test('is signed at a fraction of a second too', async () => {
    const { feed, timers, server } = createFeedFixture();
    await timers.advance(123);
    await feed.subscribe('user', { keys: ['BTC-USD'] });
    expect(server.subscribers('user', 'BTC-USD')).toBe(1);
  });

  test.each([
    ['another signature', { signature: signature.replace('4', '5') }, 'signature-wrong'],
    ['another passphrase', { passphrase: 'pp124' }, 'passphrase-wrong'],
    ['an unknown key', { key: 'eve' }, 'key-unknown'],
    ['no timestamp', { timestamp: undefined }, 'credential-missing'],
    ['an expired timestamp', { timestamp: 1_699_999_969 }, 'timestamp-past'],
    ['a timestamp in the future', { timestamp: 1_700_000_031 }, 'timestamp-ahead'],
  ])('is rejected with %s', async (_, difference, reason) => {
    const { say, serverEvents } = await plain();
    const request = { type: 'subscribe', channels: [{ name: 'user', product_ids: ['BTC-USD'] }] };
    expect(await say({ ...request, ...auth, timestamp: 1_700_000_000, ...difference })).toEqual([
      { type: 'error', message: 'Authentication Failed', reason: 'The credentials are not valid' },
    ]);
    const refused = { kind: 'refused', connection: 1, reason, correlationId: expect.any(String) };
    expect(serverEvents).toContainEqual(refused);
  });

  test("is answered with the server's names of channels", async () => {
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

  test('adds to earlier subscriptions', async () => {
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

  test('keeps a public channel anonymous after a later authentication', async () => {
    const { say, server, received } = await plain();
    const ask = (name: string, shown: object): Promise<readonly unknown[]> =>
      say({ type: 'subscribe', channels: [{ name, product_ids: ['BTC-USD'] }], ...shown });
    await ask('matches', {});
    await ask('user', { ...auth, timestamp: 1_700_000_000 });
    received.length = 0;
    server.publish('matches', 'BTC-USD', match, { to: ({ principal }) => principal !== undefined });
    expect(received).toEqual([]);
    server.publish('matches', 'BTC-USD', match, { to: ({ principal }) => principal === undefined });
    await settled();
    expect(received).toEqual([match]);
  });

  test.each([
    [{ type: 'subscribe', channels: [] }, 'The request names no channels'],
    [{ type: 'subscribe', channels: ['prices'] }, 'prices is not a valid channel'],
    [{ type: 'subscribe', channels: ['ticker'] }, 'ticker requires product_ids'],
    [{ type: 'subscribe', channels: [{}] }, 'The request has a channel without a name'],
    [
      { type: 'subscribe', channels: ['ticker'], product_ids: [1] },
      'product_ids must be a list of strings',
    ],
  ])('is rejected with a reason: %j', async (message, reason) => {
    const { say } = await plain();
    expect(await say(message)).toEqual([{ type: 'error', message: 'Failed to subscribe', reason }]);
  });
});

describe('unsubscription request', () => {
  test('with the name of a channel cancels all of its products', async () => {
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
