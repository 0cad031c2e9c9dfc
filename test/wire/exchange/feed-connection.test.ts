import { describe, expect, test } from 'vitest';
import { settled } from '../../runtime/http-client-fixture.js';
import { createFeedFixture } from './feed-fixture.js';
import { match, plain, subscriptions } from './plain-client.js';

describe('connection to the exchange feed', () => {
  test('is closed without a subscription within five seconds', async () => {
    const { timers, closed } = await plain();
    await timers.advance(4_900);
    expect(closed()).toBeUndefined();
    await timers.advance(400);
    expect(closed()).toMatchObject({ code: 1008 });
  });

  test('stays open with a subscription', async () => {
    const { timers, closed, say } = await plain();
    await say({ type: 'subscribe', channels: ['status'] });
    await timers.advance(10_000);
    expect(closed()).toBeUndefined();
  });

  test('may subscribe to a product of a channel ten times per caller', async () => {
    const { open, say, received } = await plain();
    const request = {
      scheme: 'wss',
      authority: 'x',
      target: '/',
      headers: [],
      protocols: [],
      peer: { address: '192.0.2.1' },
    } as const;
    const subscription = JSON.stringify({
      type: 'subscribe',
      channels: [{ name: 'ticker', product_ids: ['BTC-USD'] }],
    });
    for (let count = 0; count < 10; count++) {
      const socket = await open(request, {
        frame: (frame) => received.push(JSON.parse(String(frame))),
        alive: () => undefined,
        drained: () => undefined,
        closed: () => undefined,
      });
      socket.send(subscription);
    }
    await settled();
    expect(received.filter((each) => Object(each).type === 'error')).toEqual([]);
    expect(await say(JSON.parse(subscription))).toMatchObject([
      { type: 'error', reason: 'Too many subscriptions to ticker of BTC-USD' },
    ]);
  });

  test('may send 100 messages per second from one address', async () => {
    const { say, timers } = await plain();
    const request = { type: 'unsubscribe', channels: ['status'] };
    for (let count = 0; count < 100; count++) await say(request);
    expect(await say(request)).toEqual([{ type: 'error', message: 'Rate limit exceeded' }]);
    await timers.advance(10);
    expect(await say(request)).toEqual(subscriptions([]));
  });

  test('is limited to a burst of twenty per address, and eight per second', async () => {
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

  test('is closed after a message that is too big', async () => {
    const { say, closed } = await plain();
    const answer = await say({ type: 'subscribe', channels: ['x'.repeat(70_000)] });
    expect(answer).toEqual([{ type: 'error', message: 'Message too big' }]);
    expect(closed()).toMatchObject({ code: 1009 });
  });

  test('is closed with an error if its client is too slow', async () => {
    const { feed, server, events, timers } = createFeedFixture({
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
