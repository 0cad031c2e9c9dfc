import { exchangeFeedDescriptor } from '@platform/exchange';
import { expect, test } from 'vitest';
import { settled } from '../../runtime/http-client-fixture.js';
import { feedScene } from './feed-scene.js';
import { match } from './plain-client.js';

test('batches of level 2 come every 50 milliseconds, each price once', async () => {
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
