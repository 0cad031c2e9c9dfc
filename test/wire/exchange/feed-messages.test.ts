import { exchangeFeedDescriptor } from '@platform/exchange';
import { expect, test } from 'vitest';
import { settled } from '../../runtime/http-client-fixture.js';
import { createFeedFixture } from './feed-fixture.js';
import { match } from './plain-client.js';
import { exchangeFeedChecks } from '@platform/exchange/feed-checks';

test('sends batches of level 2 every 50 milliseconds, with each price once', async () => {
  const whole = { type: 'snapshot', product_id: 'BTC-USD', bids: [], asks: [] } as const;
  const { feed, server, timers } = createFeedFixture({
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

test('ignores unknown messages in a client', async () => {
  const { feed, server, events } = createFeedFixture({
    wire: { toClient: (text) => [text, '{"type":"party"}', '["party"]'] },
  });
  const got: unknown[] = [];
  await feed.subscribe('matches', { keys: ['BTC-USD'], onMessage: (each) => got.push(each) });
  server.publish('matches', 'BTC-USD', match);
  await settled();
  expect(got).toEqual([match]);
  expect(events.filter(({ kind }) => kind === 'unknown-message')).toHaveLength(4);
});

test.each([
  [
    'a change without a reason',
    'full',
    { type: 'change', sequence: 1, order_id: match.maker_order_id, side: 'buy', old_size: '2' },
  ],
  [
    'a ticker without sizes of the best prices',
    'ticker',
    { type: 'ticker', sequence: 1, price: '1', best_bid: '1', best_ask: '2' },
  ],
  [
    'a match of quotes without a sequence number',
    'rfq_matches',
    { ...match, type: 'rfq_match', sequence: undefined, trade_id: undefined },
  ],
] as const)('accepts %s, as older servers send it', async (_, name, old) => {
  const message = { time: match.time, product_id: 'BTC-USD', ...old };
  const { feed, server, events } = createFeedFixture({
    client: { checks: exchangeFeedChecks, validate: 'full' },
  });
  const got: unknown[] = [];
  await feed.subscribe(name, { keys: ['BTC-USD'], onMessage: (each) => got.push(each) });
  server.publish(name, 'BTC-USD', message as never);
  await settled();
  expect(events.filter(({ kind }) => kind === 'invalid-message')).toEqual([]);
  expect(got).toEqual([JSON.parse(JSON.stringify(message))]);
});
