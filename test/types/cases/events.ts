import { memorySocket } from '@tallystick/runtime/websocket';
import { KitchenKitchensFeed } from '../../cases/feed-events/output/src/index.js';
import {
  createKitchenKitchensFeedServer,
  type KitchenKitchensFeedEvent,
} from '../../cases/feed-events/output/src/feed-server.js';
import { createTeahouseMusicFeedServer } from '../../cases/rooms/output/src/feed-server.js';

interface Guest {
  readonly name: string;
}

const server = createKitchenKitchensFeedServer<Guest>({ all: {}, mine: {}, counts: {} });
const room = { kitchen: 'north' };
const ordered = { type: 'ordered', kitchen: 'north', tea: 'oolong' } as const;
const served = { type: 'served', kitchen: 'north' } as const;
const count = { type: 'count', orders: 1 } as const;
const receipt = { type: 'receipt', guest: 'ada', price: '1.10' } as const;
const owns = (): boolean => true;

export const events: readonly KitchenKitchensFeedEvent<Guest>[] = [
  { event: 'ordered', room, messages: { ordered }, owners: [] },
  { event: 'ordered', room, messages: { ordered, count }, owners: [] },
  {
    event: 'ordered',
    room,
    messages: { ordered },
    owners: [
      {
        owns: ({ principal, parameters }) => principal?.name === parameters.kitchen,
        messages: { ordered: { guest: 'ada', wish: 'hot' } },
      },
      { owns, messages: { ordered: { guest: 'bob', tea: 'the best oolong' } } },
    ],
  },
  {
    event: 'served',
    room,
    messages: { served, count },
    owners: [{ owns, messages: { served: { guest: 'ada' }, receipt } }],
  },
];
server.publish(events[0] as KitchenKitchensFeedEvent<Guest>);
server.publish('counts', room, count);

const common = { event: 'ordered', room, messages: { ordered } } as const;
const leaking = { ordered: { ...ordered, guest: 'ada' } } as const;

export const wrong: readonly KitchenKitchensFeedEvent<Guest>[] = [
  { event: 'ordred', room, messages: { ordered }, owners: [] }, // error: 2820
  { event: 'served', room, messages: { served }, owners: [] }, // error: 2322
  { event: 'ordered', messages: { ordered }, owners: [] }, // error: 2322
  { event: 'ordered', room, messages: { ordered } }, // error: 2322
  { event: 'ordered', room, messages: leaking, owners: [] }, // error: 2322
  { ...common, owners: [{ owns, messages: {} }] }, // error: 2322
  { ...common, owners: [{ owns, messages: { ordered: { wish: 'hot' } } }] }, // error: 2322
  { ...common, owners: [{ owns, messages: { ordered: { guest: 1 } } }] }, // error: 2322
  { ...common, owners: [{ owns, messages: { ordered: { guest: '', tea: 1 } } }] }, // error: 2322
  { ...common, owners: [{ owns, messages: { ordered: { guest: '', kitchen: '' } } }] }, // error: 2353
];

/** A feed without events publishes messages only. */
const operations = { record: () => undefined, rename: () => ({ title: '' }) };
const music = createTeahouseMusicFeedServer({ music: {} }, { operations });
music.publish({ event: 'ordered' }); // error: 2554

export const feed: KitchenKitchensFeed = new KitchenKitchensFeed(room, {
  open: memorySocket(server.accept),
});
