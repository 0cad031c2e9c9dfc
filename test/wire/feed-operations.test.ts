import {
  FeedError,
  type FeedEvent,
  memorySocket,
  type MemoryWire,
} from '@tallystick/runtime/websocket';
import { afterEach, describe, expect, test } from 'vitest';
import {
  teaKey,
  TeaMarketClient,
  TeaMarketFeed,
  teaMarketFeedSnapshots,
} from '../cases/feeds/output/src/index.js';
import { teaMarketFeedChecks } from '../cases/feeds/output/src/feed-checks.js';
import {
  createTeaMarketFeedServer,
  teaKeyVerifier,
  type TeaMarketFeedOperations,
} from '../cases/feeds/output/src/feed-server.js';
import { createTeaMarketServer } from '../cases/feeds/output/src/server.js';
import { manualTimers } from '../runtime/http-client-fixture.js';

const secret = 'AAECAwQFBgcICQoLDA0ODw==';
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A generated client and a generated server, on one clock. */
function createFixture(
  operations: Partial<TeaMarketFeedOperations> = {},
  place?: string,
  toClient: MemoryWire['toClient'] = (text) => [text],
) {
  const timers = manualTimers();
  const refused: string[] = [];
  const events: FeedEvent[] = [];
  const sent: string[] = [];
  const server = createTeaMarketFeedServer(
    { price: {}, levels: {}, orders: {} },
    {
      ...(place === undefined ? {} : { server: place }),
      verify: teaKeyVerifier({ keys: { ada: { secret } }, clock: timers }),
      checks: teaMarketFeedChecks,
      timers,
      operations: {
        whatIs: ({ id, tea }) => ({ type: 'answer', id, says: `${tea} is green` }),
        note: () => undefined,
        ...operations,
      },
      onEvent: (event) => {
        if (event.kind === 'refused') refused.push(event.reason);
      },
    },
  );
  const rest = createTeaMarketServer(
    {
      getBook: ({ path }, respond) =>
        respond.ok({ sequence: 7, bids: [['1.10', '2', `${path.tea}-1`]], asks: [] }),
    },
    { authorities: ['tea.example'] },
  );
  const client = (key?: string): TeaMarketFeed => {
    const feed = new TeaMarketFeed({
      open: memorySocket(server.accept, {
        toClient,
        toServer: (text) => {
          sent.push(text);
          return [text];
        },
      }),
      ...(place === undefined ? {} : { server: place }),
      ...(key === undefined ? {} : { credentials: teaKey({ key, secret }, { clock: timers }) }),
      snapshots: teaMarketFeedSnapshots(
        new TeaMarketClient({ baseUrl: 'https://tea.example', transport: rest }),
      ),
      checks: teaMarketFeedChecks,
      timers,
      onEvent: (event) => events.push(event),
    });
    closing.push(() => feed.close());
    return feed;
  };
  return { timers, server, client, refused, events, sent };
}

describe('requests of a feed client', () => {
  test('are matched to replies by id, in any order', async () => {
    const held: string[] = [];
    const { client, sent } = createFixture({}, undefined, (text) =>
      held.push(text) < 2 ? [] : held.splice(0).toReversed(),
    );
    const feed = client();
    const answers = await Promise.all([
      feed.whatIs({ type: 'ask', tea: 'oolong' }),
      feed.whatIs({ type: 'ask', id: 77, tea: 'assam' }),
    ]);
    expect(answers).toEqual([
      { type: 'answer', id: 1, says: 'oolong is green' },
      { type: 'answer', id: 77, says: 'assam is green' },
    ]);
    expect(sent.map((text) => JSON.parse(text).id)).toEqual([1, 77]);
  });

  test('wait for a connection, and end with it', async () => {
    const { client, timers } = createFixture({ whatIs: () => new Promise(() => undefined) });
    const feed = client();
    const reply = feed.whatIs({ type: 'ask', tea: 'oolong' });
    const failed = expect(reply).rejects.toMatchObject({ code: 'closed' });
    await timers.advance(1);
    await feed.close();
    await failed;
  });

  test('are abandoned after a timeout', async () => {
    const { client, timers } = createFixture({ whatIs: () => new Promise(() => undefined) });
    const reply = client().whatIs({ type: 'ask', tea: 'oolong' }, { timeout: 500 });
    const failed = expect(reply).rejects.toBeInstanceOf(FeedError);
    await timers.advance(501);
    await failed;
  });

  test('are rejected before the handler if invalid', async () => {
    const received: string[] = [];
    const { client, events, timers } = createFixture({
      note: ({ text }) => void received.push(text),
    });
    const feed = client();
    feed.connect();
    await timers.advance(1);
    feed.note({ type: 'note', text: 'hot' });
    feed.send({ type: 'note' } as never);
    await timers.advance(1);
    expect(received).toEqual(['hot']);
    expect(events.filter(({ kind }) => kind === 'error')).toMatchObject([
      { message: 'Invalid message: note' },
    ]);
  });
});

describe('subscription request', () => {
  test.each([
    [
      'violates its schema',
      { type: 'subscribe', id: 'x', what: 'prices', teas: ['oolong'] },
      'Invalid message: subscribe',
    ],
    [
      'has one key instead of a list',
      { type: 'subscribe', id: 1, what: 'prices', teas: 'oolong' },
      'Invalid message: subscribe',
    ],
    [
      'names an unknown channel',
      { type: 'subscribe', id: 1, what: 'coffee' },
      'Failed to subscribe: coffee is not a valid channel',
    ],
    ['is another message', { type: 'price' }, 'Malformed message'],
  ])('that %s is rejected with the message of the description', async (_, request, says) => {
    const { client, events, timers } = createFixture();
    const feed = client();
    feed.connect();
    await timers.advance(1);
    feed.send(request as never);
    await timers.advance(1);
    expect(events.filter(({ kind }) => kind === 'error')).toMatchObject([{ message: says }]);
  });
});

describe('feed with signatures', () => {
  test('accepts a subscription signed with the generated credential', async () => {
    const { client, server, sent } = createFixture();
    const feed = client('ada');
    const followed = await feed.orderBook('orders', 'oolong');
    expect(followed.book.bestBid).toMatchObject({ price: '1.10', size: '2' });
    server.publish('orders', 'oolong', ['placed', 'oolong', 8, 'o2', 'b', '1.2', '1']);
    await expect.poll(() => followed.book.bestBid?.price).toBe('1.2');
    expect(JSON.parse(sent[0] ?? '')).toMatchObject({ key: 'ada', at: expect.any(String) });
  });

  test('rejects an unknown key', async () => {
    const { client, refused } = createFixture();
    await expect(client('eve').subscribe('orders', { keys: ['oolong'] })).rejects.toMatchObject({
      code: 'refused',
    });
    expect(refused).toEqual(['key-unknown']);
  });

  test('rejects an expired signature', async () => {
    const { client, refused, timers } = createFixture();
    const feed = client('ada');
    const late = new TeaMarketFeed({
      open: memorySocket(createLate(timers, refused).accept),
      credentials: teaKey({ key: 'ada', secret }, { clock: { now: () => timers.now() - 31_000 } }),
      timers,
    });
    closing.push(() => late.close());
    await feed.subscribe('orders', { keys: ['oolong'] });
    await expect(late.subscribe('orders', { keys: ['oolong'] })).rejects.toMatchObject({
      code: 'refused',
    });
    expect(refused).toEqual(['timestamp-past']);
  });

  test('requires no signature for public channels, except on a server that requires it for all', async () => {
    await createFixture()
      .client()
      .subscribe('price', { keys: ['oolong'] });
    await expect(
      createFixture({}, 'direct')
        .client()
        .subscribe('price', { keys: ['oolong'] }),
    ).rejects.toMatchObject({ code: 'credentials' });
    await createFixture({}, 'direct')
      .client('ada')
      .subscribe('price', { keys: ['oolong'] });
  });
});

function createLate(timers: ReturnType<typeof manualTimers>, refused: string[]) {
  return createTeaMarketFeedServer(
    { price: {}, levels: {}, orders: {} },
    {
      verify: teaKeyVerifier({ keys: { ada: { secret } }, clock: timers }),
      operations: { whatIs: () => new Promise(() => undefined), note: () => undefined },
      timers,
      onEvent: (event) => {
        if (event.kind === 'refused') refused.push(event.reason);
      },
    },
  );
}
