import { describe, expect, test } from 'vitest';
import { settled } from './http-client-fixture.js';
import { type MarketTypes } from './socket-market.js';
import { serve, ada, subscribe } from './socket-server-fixture.js';

describe('server limits', () => {
  test('close a connection without a subscription after a deadline', async () => {
    const { connect, timers } = serve();
    const [idle, busy] = [connect(), connect()];
    await busy.say(subscribe(['status']));
    await timers.advance(4900);
    expect(idle.closed).toBeUndefined();
    await timers.advance(400);
    expect(idle.closed).toEqual({ code: 1008, reason: 'no subscription in time' });
    expect(busy.closed).toBeUndefined();
  });

  test('bound the subscriptions of a caller per key, over all connections', async () => {
    const { connect, server } = serve({ limits: { subscriptionsPerKey: 2 } });
    const peers = [connect(), connect(), connect()];
    for (const peer of peers) await peer.say(subscribe(['ticker'], { product_ids: ['A'] }));
    expect(server.subscribers('ticker', 'A')).toBe(2);
    expect(JSON.stringify(peers[2]?.received)).toContain('Too many subscriptions');
    await connect('10.0.0.2').say(subscribe(['ticker'], { product_ids: ['A'] }));
    expect(server.subscribers('ticker', 'A')).toBe(3);
    peers[0]?.events.closed({ code: 1000, reason: '' });
    await peers[2]?.say(subscribe(['ticker'], { product_ids: ['A'] }));
    expect(server.subscribers('ticker', 'A')).toBe(3);
  });

  test('bound the keys of a connection', async () => {
    const { connect, server } = serve({ subscriptionsPerConnection: 3 });
    const peer = connect();
    await peer.say(subscribe(['ticker'], { product_ids: ['A', 'B', 'C', 'D'] }));
    await peer.say(subscribe(['ticker'], { product_ids: ['A', 'B', 'C'] }));
    expect(server.subscribers('ticker')).toBe(3);
  });

  test('bound the messages per second, and close a connection that continues', async () => {
    const { connect, timers } = serve({ limits: { messages: { rate: 1, burst: 3 } } });
    const peer = connect();
    for (let count = 0; count < 5; count += 1) await peer.say(subscribe(['status']));
    expect(peer.received.filter((one) => JSON.stringify(one).includes('Rate limit'))).toHaveLength(
      2,
    );
    await timers.advance(1000);
    await peer.say(subscribe(['status']));
    expect(peer.received.at(-1)).toMatchObject({ type: 'subscriptions' });
    for (let count = 0; count < 5; count += 1) await peer.say('{}');
    expect(peer.closed?.code).toBe(1008);
  });

  test('bound the connections of an address', async () => {
    const { connect, timers, server } = serve({ limits: { connections: { rate: 1, burst: 2 } } });
    const peers = [connect(), connect(), connect(), connect('10.0.0.2')];
    expect(peers.map(({ closed }) => closed?.code)).toEqual([
      undefined,
      undefined,
      1013,
      undefined,
    ]);
    await timers.advance(1000);
    expect(connect().closed).toBeUndefined();
    expect(server.connections).toBe(4);
  });

  test('bound the bytes of a message', async () => {
    const { connect } = serve({ limits: { messageBytes: 100 } });
    const peer = connect();
    await peer.say(subscribe(['x'.repeat(200)]));
    expect(peer.received[0]).toMatchObject({ message: 'Message too big' });
    expect(peer.closed?.code).toBe(1009);
  });

  test('close a connection without a pong', async () => {
    const { connect, timers } = serve();
    const [alive, dead] = [connect(), connect()];
    dead.answersPings = false;
    for (const peer of [alive, dead]) await peer.say(subscribe(['status']));
    await timers.advance(95_000);
    expect(dead.closed).toEqual({ code: 1008, reason: 'no reply to a ping' });
    expect(alive.closed).toBeUndefined();
  });
});

describe('slow client', () => {
  const update = (size: string): MarketTypes['level2']['message'] => ({
    type: 'l2update',
    product_id: 'A',
    changes: [['buy', '1', size]],
  });

  test('is closed with policy "disconnect"', async () => {
    const { connect, server, events } = serve();
    const peer = connect();
    await peer.say(subscribe(['level2'], { product_ids: ['A'], ...ada }));
    peer.stuck = 3000;
    server.publish('level2', 'A', update('1'));
    server.publish('level2', 'A', update('2'));
    expect(peer.received.slice(1)).toEqual([{ type: 'error', message: 'ErrSlowConsume' }]);
    expect(peer.closed?.code).toBe(1008);
    expect(events).toContainEqual(expect.objectContaining({ kind: 'slow', policy: 'disconnect' }));
    await settled();
    expect(server.subscribers('level2')).toBe(0);
  });

  test('receives the latest message of each key with policy "conflate"', async () => {
    const { connect, server } = serve();
    const peer = connect();
    await peer.say(subscribe(['ticker'], { product_ids: ['A', 'B'] }));
    peer.stuck = 3000;
    for (let sequence = 1; sequence <= 50_000; sequence += 1) {
      const product_id = sequence % 2 === 0 ? 'A' : 'B';
      server.publish('ticker', product_id, { type: 'ticker', product_id, sequence, price: '1' });
    }
    expect(peer.received).toHaveLength(1);
    peer.stuck = 0;
    peer.events.drained();
    expect(peer.received.slice(1)).toMatchObject([
      { product_id: 'B', sequence: 49_999 },
      { product_id: 'A', sequence: 50_000 },
    ]);
    server.publish('ticker', 'A', {
      type: 'ticker',
      product_id: 'A',
      sequence: 50_001,
      price: '1',
    });
    expect(peer.received.at(-1)).toMatchObject({ sequence: 50_001 });
  });

  test('misses messages with policy "drop"', async () => {
    const { connect, server } = serve();
    const peer = connect();
    await peer.say(subscribe(['balance'], ada));
    const balance = { type: 'balance', account_id: 'x', available: '1' } as const;
    peer.stuck = 3000;
    server.publish('balance', 'x', balance);
    peer.stuck = 0;
    server.publish('balance', 'x', balance);
    expect(peer.received).toHaveLength(2);
    expect(peer.closed).toBeUndefined();
  });
});
