import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ExchangeFeed, exchangeFeedDescriptor, feedKey } from '@platform/exchange';
import type { ExchangeFeedChannels } from '@platform/exchange';
import { exchangeFeedChecks } from '@platform/exchange/feed-checks';
import { createExchangeFeedServer, feedKeyVerifier } from '@platform/exchange/feed-server';

import { serveFeed, wsSocket } from '@tallystick/runtime/websocket/node';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { credentials, createFeedFixture, idle, secret } from './feed-fixture.js';

type ChannelName = keyof ExchangeFeedChannels;

/** The example of each message that the description shows. */
const described = parse(readFileSync('spec/exchange/feed.asyncapi.yaml', 'utf8')) as {
  readonly components: {
    readonly messages: {
      readonly [name: string]: { readonly examples: readonly { readonly payload: unknown }[] };
    };
  };
};

function exampleOf(message: string, channel: string): unknown {
  const [example] = described.components.messages[message]?.examples ?? [];
  const payload = example?.payload;
  // Messages of the caller's order channel contain the caller's profile id.
  return channel === 'user' && !Array.isArray(payload)
    ? { ...Object(payload), profile_id: 'a3a1bd1f-2f6c-4d3b-9a1f-0d6a3c2e7b55' }
    : payload;
}

const cases = Object.entries(exchangeFeedDescriptor.channels).flatMap(([channel, { messages }]) =>
  Object.keys(messages).map((message) => ({ channel: channel as ChannelName, message })),
);
const channels = Object.keys(exchangeFeedDescriptor.channels) as readonly ChannelName[];

/** Parameter of the channel: a product, an account, or none. */
function keysOf(channel: ChannelName): { readonly keys: readonly string[] } {
  const { keys } = exchangeFeedDescriptor.channels[channel] ?? {};
  if (keys === undefined) return { keys: [] };
  const account = 'a3a1bd1f-2f6c-4d3b-9a1f-0d6a3c2e7b55';
  return { keys: [keys.name === 'account_ids' ? account : 'BTC-USD'] };
}

describe('messages of the exchange feed', () => {
  test('have examples in the description', () => {
    expect(cases.length).toBeGreaterThan(30);
    expect(
      cases.filter(({ message, channel }) => exampleOf(message, channel) === undefined),
    ).toEqual([]);
  });

  test.each(cases)(
    '$message of $channel is received as published',
    async ({ channel, message }) => {
      const { feed, server, timers, events } = createFeedFixture();
      const got: unknown[] = [];
      await feed.subscribe(channel, { ...keysOf(channel), onMessage: (each) => got.push(each) });
      const [key] = keysOf(channel).keys;
      const value = exampleOf(message, channel);
      // Updates of a book mean nothing before it is whole.
      const sent = message === 'l2update' ? [exampleOf('snapshot', channel), value] : [value];
      for (const each of sent) {
        server.publish(channel, key, each as never, { to: () => true });
        await timers.advance(1000);
      }
      expect(got).toEqual(sent);
      expect(events.filter(({ kind }) => /invalid|unknown|error/.test(kind))).toEqual([]);
      await feed.close();
    },
  );

  test('are received over sockets too', async () => {
    const http = createServer();
    const server = createExchangeFeedServer(idle, {
      verify: feedKeyVerifier({ keys: { ada: { secret, passphrase: 'pp123' } } }),
      checks: exchangeFeedChecks,
    });
    serveFeed(http, server.accept, { path: '/' });
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    const { port } = http.address() as AddressInfo;
    for (const channel of channels) {
      const feed = new ExchangeFeed({
        url: `ws://127.0.0.1:${port}/`,
        open: wsSocket(),
        credentials: feedKey(credentials),
        checks: exchangeFeedChecks,
      });
      const subscription = await feed.subscribe(channel, keysOf(channel));
      const sent = cases
        .filter((each) => each.channel === channel)
        .map(({ message }) => exampleOf(message, channel));
      const [key] = keysOf(channel).keys;
      const { sequence, conflate, interval } = exchangeFeedDescriptor.channels[channel] ?? {};
      // Examples have numbers of different times: each stream is as its numbers allow.
      const isLoose = sequence === undefined && (interval === undefined || conflate === undefined);
      for (const value of isLoose ? sent : sent.slice(0, 1))
        server.publish(channel, key, value as never, { to: () => true });
      const got: unknown[] = [];
      for await (const message of subscription) {
        got.push(message);
        if (got.length === (isLoose ? sent.length : 1)) break;
      }
      expect(got).toEqual(isLoose ? sent : sent.slice(0, 1));
      await feed.close();
    }
    await server.drain();
    http.close();
  });
});

describe('authentication of channels', () => {
  const closed = ['full', 'user', 'level2', 'level3', 'balance'];

  test.each(channels)('is required only for private channels: %s', async (channel) => {
    const { feed } = createFeedFixture({ client: { credentials: () => ({}) } });
    const subscribed = feed.subscribe(channel, keysOf(channel));
    if (closed.includes(channel)) {
      await expect(subscribed).rejects.toMatchObject({
        code: 'refused',
        message: `Failed to subscribe: ${channel} requires authentication`,
      });
    } else await subscribed;
    await feed.close();
  });

  test.each(channels)('is required for every channel of the direct feed: %s', async (channel) => {
    const { feed } = createFeedFixture({
      server: { server: 'direct' },
      client: { server: 'direct', credentials: () => ({}) },
    });
    await expect(feed.subscribe(channel, keysOf(channel))).rejects.toMatchObject({
      code: 'refused',
    });
    await feed.close();
    const known = createFeedFixture({ server: { server: 'direct' }, client: { server: 'direct' } });
    await known.feed.subscribe(channel, keysOf(channel));
    await known.feed.close();
  });
});
