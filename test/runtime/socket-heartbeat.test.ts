import type { FeedDescriptor } from '@tallystick/runtime/websocket';
import { memorySocket } from '@tallystick/runtime/websocket';
import { feedServer } from '@tallystick/runtime/websocket/server';
import { expect, test } from 'vitest';
import { manualTimers, settled } from './http-client-fixture.js';

interface Channels {
  readonly tea: { readonly keys: 'optional'; readonly message: object; readonly heartbeat: object };
}

const described: FeedDescriptor = {
  title: 'Teas',
  version: '1',
  servers: [{ url: 'wss://tea.example' }],
  variables: {},
  messages: { alive: { to: 'client', match: [{ pointer: '/type', const: '{alive}' }] } },
  channels: {
    tea: {
      name: 'tea',
      messages: { alive: { key: null } },
      keys: { name: 'teas', pointer: '/tea' },
      auth: 'none',
      heartbeat: { message: 'alive', interval: 250, template: { type: '{{alive}}' } },
    },
  },
};

test('sends a constant heartbeat of the description automatically', async () => {
  const timers = manualTimers();
  const server = feedServer<Channels>(described, { tea: {} }, { timers });
  const received: unknown[] = [];
  const request = { scheme: 'wss', authority: 'tea.example', target: '/' } as const;
  const socket = await memorySocket(server.accept)(
    { ...request, headers: [], protocols: [] },
    {
      frame: (frame) => received.push(JSON.parse(String(frame))),
      alive: () => undefined,
      drained: () => undefined,
      closed: () => undefined,
    },
  );
  await settled();
  expect(received).toEqual([]);
  await timers.advance(750);
  expect(received).toEqual([{ type: '{alive}' }, { type: '{alive}' }, { type: '{alive}' }]);
  socket.close(1000, '');
  await timers.advance(10_000);
  expect(received).toHaveLength(3);
});
