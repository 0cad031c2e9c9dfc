import { FeedClient, type FeedDescriptor, memorySocket } from '@tallystick/runtime/websocket';
import { feedServer } from '@tallystick/runtime/websocket/server';
import { expect, test } from 'vitest';
import { settled } from './http-client-fixture.js';

/** Rooms whose clients send no requests: to connect is to subscribe. */
const rooms: FeedDescriptor = {
  title: 'Rooms',
  version: '1.0.0',
  servers: [{ url: 'wss://rooms.example' }],
  variables: {},
  address: { path: '/rooms/{room}', parameters: [{ name: 'room' }] },
  messages: { said: { to: 'client', match: [] } },
  channels: { said: { name: 'said', messages: { said: {} }, auth: 'none' } },
};

interface Rooms {
  readonly said: {
    readonly keys: 'none';
    readonly message: string;
    readonly parameters: { readonly room: string };
  };
}

const refuse = { message: 'This room is private' };

test.each([
  { how: 'now', authorize: () => refuse },
  { how: 'later', authorize: async () => refuse },
  {
    how: 'by failing',
    authorize: () => {
      throw new Error('no database');
    },
  },
])(
  'sends nothing to a rejected subscriber of a feed without requests: $how',
  async ({ authorize }) => {
    const kinds: string[] = [];
    const server = feedServer<Rooms>(
      rooms,
      {
        said: {
          authorize: ({ parameters }) => (parameters.room === 'private' ? authorize() : undefined),
          snapshot: (_, { parameters }) => [`this is ${parameters.room}`],
        },
      },
      { onEvent: ({ kind }) => kinds.push(kind) },
    );
    const received: string[] = [];
    const closed: unknown[] = [];
    const feeds = ['private', 'open'].map(
      (room) =>
        new FeedClient<Rooms>(
          rooms,
          {
            open: memorySocket(server.accept),
            reconnect: false,
            onEvent: (event) => {
              if (event.kind === 'lost') closed.push(event.closed);
            },
          },
          { room },
        ),
    );
    for (const feed of feeds) {
      // A client may learn of the end before or after its subscription.
      await feed
        .subscribe('said', { onMessage: (text) => received.push(text) })
        .catch(() => undefined);
    }
    await settled();
    for (const room of ['private', 'open']) server.publish('said', { room }, `said in ${room}`);
    await settled();
    expect(received).toEqual(['this is open', 'said in open']);
    expect(closed).toMatchObject([{ code: 1008 }]);
    expect(kinds.filter((kind) => kind === 'refused')).toHaveLength(1);
    for (const feed of feeds) await feed.close();
  },
);
