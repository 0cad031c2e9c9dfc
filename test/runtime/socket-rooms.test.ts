import {
  FeedClient,
  type FeedDescriptor,
  memorySocket,
  type SocketRequest,
} from '@tallystick/runtime/websocket';
import { feedServer } from '@tallystick/runtime/websocket/server';
import { afterEach, describe, expect, test } from 'vitest';
import { manualTimers } from './http-client-fixture.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Rooms with requests, keys, batches and heartbeats. */
const pots: FeedDescriptor = {
  title: 'Pots',
  version: '1.0.0',
  servers: [{ url: 'wss://pots.example/v1' }],
  variables: {},
  address: { path: '/rooms/{room}', parameters: [{ name: 'room' }] },
  messages: {
    join: { to: 'server', match: [{ pointer: '/type', const: 'join' }] },
    heat: { to: 'client', match: [{ pointer: '/type', const: 'heat' }] },
    alive: { to: 'client', match: [{ pointer: '/type', const: 'alive' }] },
    error: { to: 'client', match: [{ pointer: '/type', const: 'error' }] },
  },
  channels: {
    heat: {
      name: 'heat',
      messages: { heat: {}, alive: {} },
      keys: { name: 'pots', pointer: '/pot', required: true },
      auth: 'none',
      interval: 50,
      heartbeat: { message: 'alive', interval: 1000, template: { type: 'alive', pot: '{key}' } },
    },
  },
  control: {
    subscribe: {
      message: 'join',
      template: { type: 'join', channel: '{channel}', pots: '{keys}' },
      read: { channel: '/channel', keys: { pots: '/pots' } },
    },
    error: { message: 'error', text: '/text', template: { type: 'error', text: '{reason}' } },
  },
  limits: { subscriptionsPerKey: 1 },
};

interface Pots {
  readonly heat: {
    readonly keys: 'required';
    readonly message:
      | { readonly type: 'heat'; readonly pot: string; readonly heat: number }
      | { readonly type: 'alive'; readonly pot: string };
    readonly parameters: { readonly room: string };
    readonly heartbeat: object;
  };
}

function createFixture() {
  const timers = manualTimers();
  const calls: unknown[] = [];
  const server = feedServer<Pots>(
    pots,
    {
      heat: {
        authorize: ({ parameters, keys }) => void calls.push([parameters, keys]),
        heartbeat: (pot, { room }) => (room === 'cold' ? undefined : { pot, room }),
      },
    },
    { timers },
  );
  const visit = async (room: string) => {
    const feed = new FeedClient<Pots>(
      pots,
      { open: memorySocket(server.accept), timers, livenessInterval: 1e9 },
      { room },
    );
    closing.push(() => feed.close());
    const received: unknown[] = [];
    await feed.subscribe('heat', { keys: ['p'], onMessage: (message) => received.push(message) });
    await timers.advance(1);
    return { feed, received };
  };
  return { timers, server, asked: calls, visit };
}

const heat = (value: number) => ({ type: 'heat', pot: 'p', heat: value }) as const;

describe('rooms of a feed with requests', () => {
  test('have separate batches, heartbeats, limits and subscribers', async () => {
    const { timers, server, asked: calls, visit } = createFixture();
    const [hot, cold] = [await visit('hot'), await visit('cold')];
    expect(calls).toEqual([
      [{ room: 'hot' }, ['p']],
      [{ room: 'cold' }, ['p']],
    ]);
    server.publish('heat', { room: 'hot' }, 'p', heat(90));
    server.publish('heat', { room: 'cold' }, 'p', heat(3));
    server.publish('heat', { room: 'hot' }, 'other', { ...heat(1), pot: 'other' });
    expect([hot.received, cold.received]).toEqual([[], []]);
    await timers.advance(60);
    expect(hot.received.splice(0)).toEqual([heat(90)]);
    expect(cold.received.splice(0)).toEqual([heat(3)]);
    await timers.advance(1000);
    expect(hot.received).toEqual([{ type: 'alive', pot: 'p', room: 'hot' }]);
    expect(cold.received).toEqual([]);
    expect(server.subscribers('heat', { room: 'hot' }, 'p')).toBe(1);
    expect(server.subscribers('heat', { room: 'warm' }, 'p')).toBe(0);
  });

  test('are removed with their last connection and waiting messages', async () => {
    const { timers, server, visit } = createFixture();
    const first = await visit('hot');
    server.publish('heat', { room: 'hot' }, 'p', heat(1));
    await first.feed.close();
    await timers.advance(1);
    expect(server.rooms).toBe(0);
    const second = await visit('hot');
    await timers.advance(100);
    expect(second.received).toEqual([]);
  });
});

describe('adapter that does not check the address', () => {
  test('closes the connection', async () => {
    const { server } = createFixture();
    const closed: unknown[] = [];
    const request: SocketRequest = {
      scheme: 'ws',
      authority: 'pots.example',
      target: '/v1/rooms',
      headers: [],
      protocols: [],
    };
    const events = server.accept(request, {
      send: () => undefined,
      sendShared: () => undefined,
      buffered: 0,
      close: (code, reason) => closed.push([code, reason]),
      terminate: () => undefined,
    });
    events.frame('{"type":"join","channel":"heat","pots":["p"]}');
    events.closed({ code: 1008, reason: '' });
    expect(closed).toEqual([[1008, 'no such address']]);
    expect([server.connections, server.rooms]).toEqual([0, 0]);
    expect(server.accept.admit?.(request)).toEqual({ status: 404, reason: 'no such address' });
  });
});

describe('feed with a query in its address', () => {
  const descriptor: FeedDescriptor = {
    title: 'Pots',
    version: '1.0.0',
    servers: [{ url: 'wss://pots.example/v1' }],
    variables: {},
    address: { parameters: [], query: [{ name: 'depth', type: 'integer', required: true }] },
    channels: { heat: { name: 'heat', messages: { heat: {} }, auth: 'none' } },
    messages: { heat: { to: 'client', match: [] } },
  };
  interface Asked {
    readonly heat: {
      readonly keys: 'none';
      readonly message: unknown;
      readonly query: { readonly depth: number };
    };
  }

  test('publishes without parameters, at any path', async () => {
    const depths: number[] = [];
    const server = feedServer<Asked>(descriptor, {
      heat: { snapshot: (_, { query }) => (depths.push(query.depth), []) },
    });
    const open = memorySocket(server.accept);
    const received: unknown[] = [];
    for (const [index, url] of ['ws://pots.example/', 'ws://pots.example/a/?x=1'].entries()) {
      const feed = new FeedClient<Asked>(descriptor, { url, open, query: { depth: index } });
      closing.push(() => feed.close());
      await feed.subscribe('heat', { onMessage: (message) => received.push(message) });
    }
    await new Promise((resolve) => setTimeout(resolve));
    server.publish('heat', undefined, 'hot');
    await new Promise((resolve) => setTimeout(resolve));
    expect([depths, received, server.subscribers('heat')]).toEqual([[0, 1], ['hot', 'hot'], 2]);
    expect(() => new FeedClient<Asked>(descriptor, { open })).toThrow('The query requires a value');
    const refused = server.accept.admit?.({
      scheme: 'ws',
      authority: '',
      target: '/?depth=deep',
      headers: [],
      protocols: [],
    });
    expect(refused?.status).toBe(400);
  });
});
