import { connectionCounter, memoryConnectionStore } from '@tallystick/runtime/http/server';
import type { FeedDescriptor } from '@tallystick/runtime/websocket';
import { describe, expect, test } from 'vitest';
import { settled } from './http-client-fixture.js';
import { nothing } from './socket-fixture.js';
import { market } from './socket-market.js';
import { serve, subscribe } from './socket-server-fixture.js';

const { ticker } = market.channels;
const descriptor: FeedDescriptor = {
  ...market,
  channels: {
    ...market.channels,
    ...(ticker === undefined
      ? {}
      : { ticker: { ...ticker, scopes: [['view', 'trade'], ['admin']] } }),
  },
};
const request = (key: string): object =>
  subscribe([{ name: 'ticker', product_ids: ['BTC-USD'] }], { key, signature: 'good' });

/** Scopes of the keys. */
const keys: Readonly<Record<string, unknown>> = {
  all: ['view', 'trade'],
  admin: ['admin'],
  viewer: ['view'],
  none: [],
};

describe('scopes of a channel', () => {
  async function ask(message: object): Promise<readonly unknown[]> {
    const { connect } = serve(
      {
        verify: ({ auth }) => {
          const name = String(auth['key']);
          return { ok: true, principal: { name, scopes: keys[name] } };
        },
      },
      nothing,
      descriptor,
    );
    const peer = connect();
    await peer.say(message);
    await settled();
    return peer.received;
  }

  test.each(['all', 'admin'])('admit a key with all scopes of an alternative: %s', async (key) => {
    expect(await ask(request(key))).toEqual([expect.objectContaining({ type: 'subscriptions' })]);
  });

  test.each([
    ['viewer', 'trade'],
    ['none', 'view'],
    ['unknown', 'view'],
  ])('refuse the key "%s", naming the scope "%s"', async (key, scope) => {
    expect(await ask(request(key))).toEqual([
      expect.objectContaining({
        type: 'error',
        reason: `ticker requires the permission ${scope}`,
      }),
    ]);
  });

  test('do not concern other channels', async () => {
    const other = { key: 'none', signature: 'good' };
    const [reply] = await ask(subscribe([{ name: 'status' }], other));
    expect(reply).not.toMatchObject({ reason: expect.stringContaining('permission') });
  });
});

describe('scopes of a server', () => {
  const [main = { url: 'wss://market.example' }, ...others] = market.servers;
  const guarded: FeedDescriptor = {
    ...market,
    servers: [{ ...main, auth: 'required', scopes: [['view'], ['admin']] }, ...others],
  };
  const store = memoryConnectionStore();
  const { connect, events } = serve(
    {
      counted: { counter: connectionCounter({ store }), limitsOf: () => [{ key: 'p', limit: 9 }] },
      verify: ({ auth }) => {
        const name = String(auth['key']);
        return { ok: true, principal: { name, scopes: keys[name] } };
      },
    },
    nothing,
    guarded,
  );

  test('admit a key with all scopes of an alternative to every channel', async () => {
    const peer = connect();
    await peer.say(request('viewer'));
    expect(peer.received).toEqual([expect.objectContaining({ type: 'subscriptions' })]);
  });

  test('refuse any other key before its connection counts, whatever the channel', async () => {
    const before = await store.count('p', Date.now());
    for (const channel of ['ticker', 'status']) {
      const peer = connect();
      await peer.say(
        subscribe([{ name: channel, product_ids: ['BTC-USD'] }], {
          key: 'none',
          signature: 'good',
        }),
      );
      expect(peer.received).toEqual([
        expect.objectContaining({
          type: 'error',
          reason: 'The server requires the permission view',
        }),
      ]);
    }
    expect(events.at(-1)).toMatchObject({ kind: 'refused', reason: 'key-scope' });
    expect(await store.count('p', Date.now())).toBe(before);
  });

  test('require credentials', async () => {
    const peer = connect();
    await peer.say(subscribe([{ name: 'status' }]));
    expect(peer.received).toEqual([
      expect.objectContaining({ type: 'error', reason: 'status requires authentication' }),
    ]);
  });
});
