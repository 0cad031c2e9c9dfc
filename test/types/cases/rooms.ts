import { memorySocket } from '@tallystick/runtime/websocket';
import {
  TeahouseMusicFeed,
  TeahousePricesFeed,
  TeahouseRoomsFeed,
} from '../../cases/rooms/output/src/index.js';
import {
  createTeahouseMusicFeedServer,
  createTeahousePricesFeedServer,
  createTeahouseRoomsFeedServer,
} from '../../cases/rooms/output/src/feed-server.js';
import { PavilionRoomsFeed } from '../../cases/rooms-in-two/output/src/index.js';

export const chat = createTeahouseRoomsFeedServer(
  {
    chat: {
      authorize: ({ parameters }) =>
        parameters.room === 'attic' ? { message: 'locked' } : undefined,
      snapshot: (_, { parameters }) => [{ room: parameters.room, text: 'welcome' }],
    },
  },
  {
    operations: {
      say({ text }, { parameters }) {
        chat.publish('chat', parameters, { room: parameters.room, text });
        String(parameters.rom); // error: 2551
      },
    },
  },
);
const open = memorySocket(chat.accept);

// A client names its room.
new TeahouseRoomsFeed({ room: 'kitchen' }, { open });
new TeahouseRoomsFeed({ room: 'kitchen' });
new TeahouseRoomsFeed(); // error: 2554
new TeahouseRoomsFeed({}); // error: 2741
new TeahouseRoomsFeed({ rom: 'kitchen' }); // error: 2561
new TeahouseRoomsFeed({ room: 'kitchen', floor: 1 }); // error: 2353
new TeahouseRoomsFeed({ room: 7 }); // error: 2322
new TeahouseRoomsFeed({ room: undefined }); // error: 2322
new TeahouseRoomsFeed({ open }); // error: 2353
new TeahouseRoomsFeed({ room: 'kitchen' }, { query: {} }); // error: 2353

// No value of an enum is taken for granted, and neither is a default.
new TeahousePricesFeed({ tea: 'oolong', currency: 'eur' }, { query: { depth: 1 } });
new TeahousePricesFeed({ tea: 'green', currency: 'eur' }, { query: { depth: 1 } }); // error: 2322
new TeahousePricesFeed({ currency: 'eur' }, { query: { depth: 1 } }); // error: 2741
new TeahousePricesFeed({ tea: 'oolong' }, { query: { depth: 1 } }); // error: 2741

// A query is typed too, and has to be there if any of it is required.
new TeahousePricesFeed({ tea: 'oolong', currency: 'eur' }); // error: 2554
new TeahousePricesFeed({ tea: 'oolong', currency: 'eur' }, {}); // error: 2741
new TeahousePricesFeed({ tea: 'oolong', currency: 'eur' }, { query: {} }); // error: 2741
new TeahousePricesFeed({ tea: 'oolong', currency: 'eur' }, { query: { depth: '1' } }); // error: 2322
new TeahousePricesFeed({ tea: 'oolong', currency: 'eur' }, { query: { depth: 1, alert: true } }); // error: 2561

// AsyncAPI 2 types parameters by schemas.
new PavilionRoomsFeed({ roomId: 'a', resource: 'events', page: 1 });
new PavilionRoomsFeed({ roomId: 'a', resource: 'events', page: '1' }); // error: 2322
new PavilionRoomsFeed({ roomId: 'a', resource: 'gossip', page: 1 }); // error: 2322

// A server names the room.
chat.publish('chat', { room: 'kitchen' }, { room: 'kitchen', text: 'tea!' });
chat.publish('chat', { room: 'kitchen' }, { room: 'kitchen', text: 'tea!' }, { to: () => true });
chat.publish('chat', { room: 'kitchen' }, { room: 'kitchen' }); // error: 2741
chat.publish('chat', { rom: 'kitchen' }, { room: 'kitchen', text: 'tea!' }); // error: 2561
chat.publish('chat', {}, { room: 'kitchen', text: 'tea!' }); // error: 2741
chat.publish('chat', undefined, { room: 'kitchen', text: 'tea!' }); // error: 2345
chat.publish('chat', { room: 'kitchen', text: 'tea!' }); // error: 2554
chat.subscribers('chat', { room: 'kitchen' });
chat.subscribers('chat'); // error: 2554

const prices = createTeahousePricesFeedServer({
  prices: {
    snapshot: (_, { parameters, query }) => [
      { price: `${parameters.tea satisfies 'oolong' | 'assam'} ${query.depth.toFixed()}` },
    ],
  },
});
prices.publish('prices', { tea: 'oolong', currency: 'eur' }, { price: '1' });
prices.publish('prices', { tea: 'green', currency: 'eur' }, { price: '1' }); // error: 2322

// Bytes are bytes in both directions.
const music = createTeahouseMusicFeedServer(
  { music: {} },
  {
    operations: {
      record: (message) => void message.byteLength.toFixed(),
      rename: ({ title }) => ({ title }),
    },
  },
);
music.publish('music', { track: '1' }, new Uint8Array(1));
music.publish('music', { track: '1' }, { title: 'Tea for two' });
music.publish('music', { track: '1' }, 'text'); // error: 2345
const listener = new TeahouseMusicFeed({ track: '1' });
listener.record(new Uint8Array(1));
listener.record('text'); // error: 2345
void listener.subscribe('music', {
  onMessage: (message) =>
    message instanceof Uint8Array ? message.byteLength.toFixed() : message.title.trim(),
});
