import { FeedError, type FeedEvent } from '@tallystick/runtime/websocket';
import { wsSocket } from '@tallystick/runtime/websocket/node';
import { afterEach, describe, expect, test } from 'vitest';
import {
  TeahouseMusicFeed,
  TeahousePricesFeed,
  TeahouseRoomsFeed,
} from '../cases/rooms/output/src/index.js';
import { teahouseRoomsFeedChecks } from '../cases/rooms/output/src/feed-checks.js';
import {
  createTeahouseMusicFeedServer,
  createTeahousePricesFeedServer,
  createTeahouseRoomsFeedServer,
} from '../cases/rooms/output/src/feed-server.js';
import { createPavilionRoomsFeedServer } from '../cases/rooms-in-two/output/src/feed-server.js';
import { PavilionRoomsFeed } from '../cases/rooms-in-two/output/src/index.js';
import { randomFrom, rounds, seed } from '../rounds.js';
import { createCloser, listen, transports, until, upgrade, wayTo } from './room-fixture.js';

const closer = createCloser();
afterEach(() => closer.close());

const names = [
  'kitchen',
  'Kitchen',
  'kitchen ',
  'a/b',
  'a%2Fb',
  'a',
  'b',
  '...',
  '{room}',
  '%7Broom%7D',
  '__proto__',
  'constructor',
  'Küche',
  'Ku\u0308che',
  '🍵',
  '0',
  '-0',
  'null',
  'x?room=a',
  'y'.repeat(4000),
] as const;

function chatServer() {
  const server = createTeahouseRoomsFeedServer(
    { chat: { snapshot: (_, { parameters: { room } }) => [{ room, text: 'welcome' }] } },
    {
      checks: teahouseRoomsFeedChecks,
      operations: {
        say({ text }, { parameters }) {
          server.publish('chat', parameters, { room: parameters.room, text });
        },
      },
    },
  );
  closer.add(() => server.drain({ timeout: 1000 }));
  return server;
}

describe.each(transports)('20 rooms over %s', (transport) => {
  test('receive their own messages only', async () => {
    const server = chatServer();
    const way = await wayTo(transport, server.accept, '/v1', closer);
    const received = await Promise.all(
      names.flatMap((room) =>
        [0, 1].map(async () => {
          const feed = new TeahouseRoomsFeed({ room }, { ...way, checks: teahouseRoomsFeedChecks });
          closer.add(() => feed.close());
          const texts: string[] = [];
          await feed.subscribe('chat', {
            onMessage: (message) => texts.push(`${message.room}: ${message.text}`),
          });
          await until(() => texts.length === 1);
          return { room, feed, texts };
        }),
      ),
    );
    expect(server.rooms).toBe(names.length);
    expect(names.map((room) => server.subscribers('chat', { room }))).toEqual(names.map(() => 2));

    // The program publishes one half, clients send the other.
    const rounds = 10;
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, { room, feed }] of received.entries()) {
        if (index % 2 === round % 2) {
          server.publish('chat', { room }, { room, text: `${index} ${round}` });
        } else feed.say({ text: `${index} ${round}` });
      }
    }
    server.publish('chat', { room: 'empty' }, { room: 'empty', text: 'is anybody there?' });
    await until(() => received.every(({ texts }) => texts.length >= 1 + 2 * rounds));
    for (const { room, texts } of received) {
      const own = received.flatMap((each, index) => (each.room === room ? [index] : []));
      const expected = own.flatMap((index) =>
        Array.from({ length: rounds }, (_, round) => `${room}: ${index} ${round}`),
      );
      expect(texts.toSorted()).toEqual([`${room}: welcome`, ...expected].toSorted());
    }
  }, 30_000);
});

describe.each(['memory', 'ws'] as const)('rooms that open and close over %s', (transport) => {
  test('never receive messages of another room', async () => {
    const server = chatServer();
    const way = await wayTo(transport, server.accept, '/v1', closer);
    const random = randomFrom(seed);
    const pick = <Item>(items: readonly Item[]): Item =>
      items[Math.floor(random() * items.length)] as Item;
    const strays: string[] = [];
    const inside = new Set<{ readonly feed: TeahouseRoomsFeed; received: number }>();
    let published = 0;
    for (let step = 0; step < rounds(2000); step += 1) {
      const choice = random();
      if (choice < 0.15 && inside.size < 60) {
        const room = pick(names);
        const visitor = { feed: new TeahouseRoomsFeed({ room }, way), received: 0 };
        inside.add(visitor);
        await visitor.feed.subscribe('chat', {
          onMessage(message) {
            visitor.received += 1;
            if (message.room !== room) strays.push(`${room} got ${message.room}`);
          },
        });
        await until(() => visitor.received > 0);
      } else if (choice < 0.25 && inside.size > 0) {
        const visitor = pick([...inside]);
        inside.delete(visitor);
        await visitor.feed.close();
      } else {
        const room = pick(names);
        server.publish('chat', { room }, { room, text: String(step) });
        published += 1;
      }
    }
    for (const { feed } of inside) await feed.close();
    await until(() => server.connections === 0);
    expect(published).toBeGreaterThan(0);
    expect(strays).toEqual([]);
    expect(server.rooms).toBe(0);
  }, 60_000);
});

describe('server with rooms', () => {
  test.each([
    ['/', 404],
    ['/v1', 404],
    ['/v1/rooms', 404],
    ['/v1/rooms/', 404],
    ['/v1/rooms?room=kitchen', 404],
    ['/rooms/kitchen', 404],
    ['/v1/rooms/kitchen/more', 404],
    ['/v1/rooms/..', 404],
    ['/v1/rooms/%', 400],
    ['/v1/rooms/%ff', 400],
    ['/v1/rooms/kitchen', 101],
    ['/v1/rooms/%7Broom%7D', 101],
    ['/v1/prices/oolong-eur?depth=5', 101],
    ['/v1/prices/green-eur?depth=5', 404],
    ['/v1/prices/oolong-eur', 400],
    ['/v1/prices/oolong-eur?depth=51', 400],
    ['/v1/prices/oolong-eur?depth=5&alerts=maybe', 400],
    ['/v1/music/1', 101],
    ['/v1/music', 404],
  ])('answers an upgrade to %j with %i', async (target, status) => {
    const prices = createTeahousePricesFeedServer({ prices: {} });
    const music = createTeahouseMusicFeedServer(
      { music: {} },
      { operations: { record: () => undefined, rename: (message) => message } },
    );
    const chat = chatServer();
    closer.add(() => prices.drain());
    closer.add(() => music.drain());
    const url = await listen(closer, [prices.accept], [chat.accept], [music.accept]);
    const [found, body] = await upgrade(url, target);
    expect(found).toBe(status);
    if (status !== 101) expect(body).not.toBe('');
    await until(() => chat.connections + prices.connections + music.connections === 0);
    expect([chat.rooms, prices.rooms, music.rooms]).toEqual([0, 0, 0]);
  });

  test('answers an upgrade to a long address with 414', async () => {
    const url = await listen(closer, [chatServer().accept]);
    expect((await upgrade(url, `/v1/rooms/${'x'.repeat(9000)}`))[0]).toBe(414);
  });

  test('keeps no empty rooms', async () => {
    const server = chatServer();
    const url = await listen(closer, [server.accept]);
    for (let round = 0; round < 10; round += 1) {
      const upgrades = Array.from({ length: 30 }, (_, index) =>
        upgrade(url, `/v1/rooms/${'z'.repeat(1000)}${round}-${index}`),
      );
      await Promise.all(upgrades);
      for (let index = 0; index < 100; index += 1) {
        const room = `${round}/${index}`;
        server.publish('chat', { room }, { room, text: 'nobody hears this' });
      }
    }
    await until(() => server.connections === 0);
    expect(server.rooms).toBe(0);
  });

  test('does not distinguish rooms by the order of parameters', () => {
    const server = createTeahousePricesFeedServer({ prices: {} });
    const counts = [
      server.subscribers('prices', { tea: 'oolong', currency: 'eur' }),
      server.subscribers('prices', { currency: 'eur', tea: 'oolong' }),
    ];
    expect(counts).toEqual([0, 0]);
  });

  test.each([
    [{}, 'The address requires a value for "room"'],
    [{ rom: 'kitchen' }, '"rom" is not a parameter; the description has room'],
    [{ room: '' }, '"room" must not be empty'],
    ['kitchen', "The room is named by an object, such as { room: 'kitchen' }"],
    [undefined, "The room is named by an object, such as { room: 'kitchen' }"],
  ])('rejects publishing to %j', (room, message) => {
    const server = chatServer();
    expect(() => server.publish('chat', room as never, { room: 'kitchen', text: '' })).toThrow(
      new FeedError('usage', message),
    );
  });

  test('rejects a message that names another room', () => {
    const server = chatServer();
    const publish = () => server.publish('chat', { room: 'a' }, { room: 'b', text: 'secret' });
    expect(publish).toThrow(/another "room"/);
  });

  test('rejects a message of a client for another room', async () => {
    const server = chatServer();
    const way = await wayTo('memory', server.accept, '/v1', closer);
    const feed = new TeahouseRoomsFeed({ room: 'a' }, way);
    closer.add(() => feed.close());
    const texts: string[] = [];
    await feed.subscribe('chat', { onMessage: ({ text }) => texts.push(text) });
    feed.say({ room: 'b', text: 'stray' });
    feed.say({ room: 'a', text: 'own' });
    await until(() => texts.includes('own'));
    expect(texts).toEqual(['welcome', 'own']);
  });
});

describe('client of a room', () => {
  test.each(['memory', 'ws'] as const)(
    'reports over %s that the address does not exist',
    async (transport) => {
      const server = createPavilionRoomsFeedServer({ rooms: {} });
      const way = await wayTo(transport, server.accept, '/elsewhere', closer);
      const feed = new PavilionRoomsFeed(
        { roomId: 'abc', resource: 'events', page: 1 },
        { ...way, ...(way.url === undefined ? { url: 'ws://memory/elsewhere' } : {}) },
      );
      closer.add(() => feed.close());
      const joined = feed.subscribe('rooms');
      await expect(joined).rejects.toMatchObject({ code: 'unreachable', status: 404 });
    },
  );

  test('reads and writes values of AsyncAPI 2 by their schemas', async () => {
    const seen: object[] = [];
    const server = createPavilionRoomsFeedServer({
      rooms: { snapshot: (_, { parameters }) => (seen.push(parameters), []) },
    });
    closer.add(() => server.drain());
    const way = await wayTo('ws', server.accept, '/v1', closer);
    const room = { roomId: '53307860c3599d1de448e19d', resource: 'events', page: 2 } as const;
    const feed = new PavilionRoomsFeed(room, way);
    closer.add(() => feed.close());
    const messages = await feed.subscribe('rooms');
    await until(() => server.subscribers('rooms', room) === 1);
    expect(seen).toEqual([room]);
    server.publish('rooms', { ...room, page: 3 }, { id: '1', text: 'another page' });
    server.publish('rooms', room, '\r\n');
    server.publish('rooms', room, { id: '2', text: 'this page' });
    const received: unknown[] = [];
    for await (const message of messages) if (received.push(message) === 2) break;
    expect(received).toEqual(['\r\n', { id: '2', text: 'this page' }]);
    for (const wrong of [
      { ...room, roomId: 'xyz' },
      { ...room, page: 0 },
      { ...room, resource: 'gossip' },
    ]) {
      expect(() => new PavilionRoomsFeed(wrong as never, way)).toThrow(FeedError);
    }
  });

  test('sends its query', async () => {
    const seen: object[] = [];
    const server = createTeahousePricesFeedServer({
      prices: { snapshot: (_, { parameters, query }) => (seen.push({ parameters, query }), []) },
    });
    closer.add(() => server.drain());
    const way = await wayTo('ws', server.accept, '/v1', closer);
    const parameters = { tea: 'oolong', currency: 'a-b' } as const;
    const feed = new TeahousePricesFeed(parameters, { ...way, query: { depth: 5 } });
    closer.add(() => feed.close());
    await feed.subscribe('prices');
    await until(() => seen.length > 0);
    expect(seen).toEqual([{ parameters, query: { depth: 5, alerts: false } }]);
  });

  test('rejects an address with missing parameters', () => {
    const events: FeedEvent[] = [];
    const onEvent = (event: FeedEvent) => void events.push(event);
    for (const url of ['ws://x/{room}', new URL('ws://x/{room}'), 'ws://{host}/']) {
      const make = () => new TeahouseMusicFeed({ track: '1' }, { url, open: wsSocket(), onEvent });
      expect(make).toThrow(/The variable has no value: "\{(room|host)\}"/);
    }
    expect(() => new TeahouseMusicFeed({} as never)).toThrow('requires a value for "track"');
    expect(() => new TeahouseMusicFeed(undefined as never)).toThrow('requires a value for "track"');
    expect(events).toEqual([]);
  });
});
