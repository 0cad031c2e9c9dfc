import type { Socket, SocketClosed } from '@tallystick/runtime/websocket';
import { settled } from '../../runtime/http-client-fixture.js';
import { createFeedFixture, type FeedFixture, type FeedFixtureOptions } from './feed-fixture.js';

/** A server, and a client that writes frames by hand. */
export interface Plain extends FeedFixture {
  /** Sends a message; what is heard next. */
  readonly say: (message: object) => Promise<readonly unknown[]>;
  readonly received: unknown[];
  readonly socket: Socket;
  readonly closed: () => SocketClosed | undefined;
}

/** Opens a connection on which everything that is heard is kept. */
export async function plain(given: FeedFixtureOptions = {}, address = '192.0.2.1'): Promise<Plain> {
  const fixture = createFeedFixture(given);
  const received: unknown[] = [];
  let how: SocketClosed | undefined;
  const request = {
    scheme: 'wss',
    authority: 'feed.exchange.example.com',
    target: '/',
    headers: [],
    protocols: [],
    peer: { address },
  } as const;
  const socket = await fixture.open(request, {
    frame: (frame) => received.push(JSON.parse(String(frame))),
    alive: () => undefined,
    drained: () => undefined,
    closed: (closed) => (how = closed),
  });
  return {
    ...fixture,
    received,
    socket,
    closed: () => how,
    async say(message) {
      const before = received.length;
      socket.send(JSON.stringify(message));
      await settled();
      return received.slice(before);
    },
  };
}

/** The response to a request: the current channels. */
export const subscriptions = (channels: readonly unknown[]): readonly unknown[] => [
  { type: 'subscriptions', channels },
];

/** A trade. */
export const match = {
  type: 'match',
  trade_id: 20,
  sequence: 13,
  maker_order_id: 'd0c5340b-6d6c-49d9-b567-48c4bfca13d2',
  taker_order_id: 'a3a1bd1f-2f6c-4d3b-9a1f-0d6a3c2e7b55',
  time: '2025-01-28T09:30:00.123456Z',
  product_id: 'BTC-USD',
  size: '0.1',
  price: '100',
  side: 'buy',
} as const;
