import { FeedClient, type FeedDescriptor, memorySocket } from '@tallystick/runtime/websocket';
import { feedServer } from '@tallystick/runtime/websocket/server';
import { expect, test } from 'vitest';
import { manualTimers, settled } from './http-client-fixture.js';

const music: FeedDescriptor = {
  title: 'Music',
  version: '1.0.0',
  servers: [{ url: 'wss://music.example' }],
  variables: {},
  messages: { sound: { to: 'client', binary: true, match: [] } },
  channels: { music: { name: 'music', messages: { sound: {} }, auth: 'none', interval: 50 } },
};

interface Music {
  readonly music: { readonly keys: 'none'; readonly message: Uint8Array };
}

test('sends bytes as published, even if their buffer changes later', async () => {
  const timers = manualTimers();
  const server = feedServer<Music>(music, { music: {} }, { timers });
  const feed = new FeedClient<Music>(music, { open: memorySocket(server.accept), timers });
  const received: number[] = [];
  await feed.subscribe('music', { onMessage: (bytes) => received.push(...bytes) });
  const buffer = Buffer.alloc(1);
  for (const sample of [1, 2, 3]) {
    buffer[0] = sample;
    server.publish('music', undefined, buffer);
  }
  await timers.advance(50);
  await settled();
  expect(received).toEqual([1, 2, 3]);
  await feed.close();
});
