import { memorySocket } from '@tallystick/runtime/websocket';
import { expect, test } from 'vitest';
import { KitchenKitchensFeed } from '../cases/feed-events/output/src/index.js';
import {
  createKitchenKitchensFeedServer,
  type KitchenKitchensFeedEvent,
} from '../cases/feed-events/output/src/feed-server.js';
import { settled } from '../runtime/http-client-fixture.js';

type Channel = 'all' | 'mine' | 'counts';

/** The event that a guest has ordered; the guest is a connection. */
function ordered(kitchen: string, tea: string, connection: number): KitchenKitchensFeedEvent {
  return {
    event: 'ordered',
    room: { kitchen },
    messages: { ordered: { type: 'ordered', kitchen, tea } },
    owners: [
      {
        owns: (subscriber) => subscriber.connection === connection,
        messages: { ordered: { guest: `guest ${connection}` } },
      },
    ],
  };
}

/** A server with a snapshot of all orders that is complete when the test says so. */
function createFixture() {
  const snapshots: (() => void)[] = [];
  const server = createKitchenKitchensFeedServer({
    all: { snapshot: () => new Promise((resolve) => snapshots.push(() => resolve([]))) },
    mine: {},
    counts: {},
  });
  const feeds: KitchenKitchensFeed[] = [];
  return {
    server,
    snapshots,
    /** Connects to a room and subscribes. Returns the frames of the connection. */
    async join(kitchen: string, channels: readonly Channel[]): Promise<readonly unknown[]> {
      const frames: unknown[] = [];
      const open = memorySocket(server.accept);
      const feed = new KitchenKitchensFeed(
        { kitchen },
        {
          open: (request, events) =>
            open(request, {
              ...events,
              frame(frame) {
                if (typeof frame === 'string') frames.push(JSON.parse(frame));
                events.frame(frame);
              },
            }),
        },
      );
      feeds.push(feed);
      for (const channel of channels) await feed.subscribe(channel);
      frames.length = 0;
      return frames;
    },
    async close() {
      await Promise.all(feeds.map((feed) => feed.close()));
    },
  };
}

test('an event is sent to the connections of its room', async () => {
  const { server, join, snapshots, close } = createFixture();
  const north = await join('north', ['all', 'mine']);
  const south = await join('south', ['all', 'mine']);
  for (const complete of snapshots) complete();
  await settled();
  server.publish(ordered('north', 'oolong', 1));
  server.publish(ordered('west', 'assam', 1));
  await settled();
  expect(north).toEqual([{ type: 'ordered', kitchen: 'north', tea: 'oolong', guest: 'guest 1' }]);
  expect(south).toEqual([]);
  await close();
});

test('an owner receives its own value of a property that differs for owners', async () => {
  const { server, join, snapshots, close } = createFixture();
  const north = await join('north', ['all']);
  const guest = await join('north', ['mine']);
  for (const complete of snapshots) complete();
  await settled();
  const event = ordered('north', 'oolong', 2);
  const [owner] = event.event === 'ordered' ? event.owners : [];
  if (owner === undefined || event.event !== 'ordered') throw new Error('The event has no owner.');
  const messages = { ordered: { guest: 'guest 2', tea: 'the best oolong' } };
  server.publish({ ...event, owners: [{ ...owner, messages }] });
  await settled();
  expect(north).toEqual([{ type: 'ordered', kitchen: 'north', tea: 'oolong' }]);
  expect(guest).toEqual([
    { type: 'ordered', kitchen: 'north', tea: 'the best oolong', guest: 'guest 2' },
  ]);
  await close();
});

test('an event with a message of another room is rejected', () => {
  const { server } = createFixture();
  const event = { ...ordered('north', 'oolong', 1), room: { kitchen: 'south' } };
  expect(() => server.publish(event)).toThrow('has another "kitchen" than the room');
  expect(() => server.publish({ ...event, room: undefined } as never)).toThrow('The room is named');
});

test('a channel that waits for a snapshot receives its own copy after the snapshot', async () => {
  const { server, join, snapshots, close } = createFixture();
  const frames = await join('north', ['mine', 'all']);
  server.publish(ordered('north', 'oolong', 1));
  await settled();
  const message = { type: 'ordered', kitchen: 'north', tea: 'oolong', guest: 'guest 1' };
  // "mine" is not waiting.
  expect(frames).toEqual([message]);
  for (const complete of snapshots) complete();
  await settled();
  expect(frames).toEqual([message, message]);
  server.publish(ordered('north', 'assam', 1));
  await settled();
  expect(frames.slice(2)).toEqual([{ ...message, tea: 'assam' }]);
  await close();
});

test('an optional message may be missing, but not for owners alone', () => {
  const { server } = createFixture();
  const event = ordered('north', 'oolong', 1);
  expect(() => server.publish(event)).not.toThrow();
  const served: KitchenKitchensFeedEvent = {
    event: 'served',
    room: { kitchen: 'north' },
    messages: {
      served: { type: 'served', kitchen: 'north' },
      count: { type: 'count', orders: 1 },
    },
    owners: [],
  };
  expect(() => server.publish(served)).not.toThrow();
  const { count, ...messages } = served.messages;
  expect(count.orders).toBe(1);
  expect(() => server.publish({ ...served, messages } as never)).toThrow('needs a message "count"');
  const receipt = { type: 'receipt', guest: 'ada', price: '1.10' };
  const leaking = { ...served, messages: { ...served.messages, receipt } };
  expect(() => server.publish(leaking as never)).toThrow(
    'Only owners receive "receipt": it belongs to "owners"',
  );
});

test('a subscriber that is several owners receives the properties of all', async () => {
  const { server, join, close } = createFixture();
  const frames = await join('north', ['mine']);
  const event = ordered('north', 'oolong', 1);
  const owns = (): boolean => true;
  server.publish({
    ...event,
    event: 'ordered',
    owners: [
      { owns, messages: { ordered: { guest: 'ada', wish: 'hot' } } },
      { owns, messages: { ordered: { guest: 'bob' } } },
      { owns: () => false, messages: { ordered: { guest: 'eve', wish: 'cold' } } },
    ],
  } as KitchenKitchensFeedEvent);
  await settled();
  expect(frames).toEqual([
    { type: 'ordered', kitchen: 'north', tea: 'oolong', guest: 'bob', wish: 'hot' },
  ]);
  await close();
});
