import { feedKey, ExchangeFeed } from '@platform/exchange';
import { memorySocket } from '@tallystick/runtime/websocket';
import { expect, test } from 'vitest';
import { memoryJournal } from '../../../sandbox/journal/memory.js';
import { openCore } from '../../../sandbox/server/core.js';
import { exchangeSecretsOf } from '../../../sandbox/surfaces/exchange/credentials.js';
import { startFeed } from '../../../sandbox/surfaces/feed/index.js';
import { settled } from '../../runtime/http-client-fixture.js';
import { feedWorld, product, type Received } from './feed-world.js';

test('journal-10: a follower serves the feed with what it has applied, to keys that are new to it, and sends the bytes that the leader sends', async () => {
  const journal = memoryJournal();
  const leader = await feedWorld({ journal });
  const errors: unknown[] = [];
  const follower = await openCore({
    journal: memoryJournal(),
    seed: Buffer.from('test'),
    time: 'real',
    timers: leader.timers,
    onFailure: (error) => errors.push(error),
  });
  /** Applies what the leader has committed, as a process that shares its journal does. */
  const catchUp = async (): Promise<void> => {
    for await (const entry of journal.read(follower.loop.number + 1)) follower.apply(entry);
  };
  await catchUp();
  const feeds = startFeed(follower, {
    caughtUp: catchUp,
    onError: (error) => errors.push(error),
  });
  const [ada, bob] = [leader.trader(), leader.trader()];
  leader.place(ada, { side: 'buy', price: '90', size: '1' });
  await leader.arrived();

  const received: Received[] = [];
  const open = memorySocket(feeds.accept);
  const feed = new ExchangeFeed({
    open: (request, events) =>
      open(request, {
        ...events,
        frame(frame) {
          received.push(JSON.parse(String(frame)));
          events.frame(frame);
        },
      }),
    timers: leader.timers,
    credentials: feedKey(
      { key: ada.key, ...exchangeSecretsOf(follower, ada.key) },
      { clock: leader.timers },
    ),
  });
  const { book } = await feed.levelBook('level2', product);
  await feed.subscribe('user', { keys: [product] });
  const atLeader = leader.listen({ as: ada });
  await atLeader.feed.levelBook('level2', product);
  await atLeader.feed.subscribe('user', { keys: [product] });
  const before = atLeader.received.length;
  expect(book.bestBid).toEqual({ price: '90', size: '1' });

  leader.place(bob, { side: 'sell', price: '90', size: '0.4' });
  leader.place(ada, { side: 'buy', price: '89', size: '1' });
  await leader.arrived();
  await catchUp();
  await settled();
  const levels = book.levels('bid').map(({ price, size }) => [price, size]);
  expect(levels).toEqual(leader.levels().bids);
  const sent = atLeader.received.slice(before);
  expect(sent.length).toBeGreaterThan(3);
  expect(received.slice(-sent.length)).toEqual(sent);
  expect(errors).toEqual([]);
  await feed.close();
  await feeds.close();
  await follower.close();
  await leader.close();
});
