import type {
  FeedDescriptor,
  Socket,
  SocketClosed,
  SocketEvents,
} from '@tallystick/runtime/websocket';
import {
  feedServer,
  type FeedServer,
  type FeedServerOptions,
} from '@tallystick/runtime/websocket/server';
import { manualTimers, settled, type ManualTimers } from './http-client-fixture.js';
import { market, type MarketTypes } from './socket-market.js';
import { nothing, type Trader } from './socket-fixture.js';

/** A connection whose other end is the test. */
export interface Peer {
  readonly received: unknown[];
  readonly say: (message: unknown) => Promise<void>;
  readonly events: SocketEvents;
  closed: SocketClosed | undefined;
  /** Bytes that the network has not taken. */
  stuck: number;
  answersPings: boolean;
}

export function serve(
  options: FeedServerOptions<Trader> = {},
  handlers: Parameters<typeof feedServer<MarketTypes, Trader>>[1] = nothing,
  descriptor: FeedDescriptor = market,
): {
  readonly server: FeedServer<MarketTypes, Trader>;
  readonly timers: ManualTimers;
  readonly connect: (address?: string) => Peer;
  readonly events: unknown[];
} {
  const timers = manualTimers();
  const events: unknown[] = [];
  const server = feedServer<MarketTypes, Trader>(descriptor, handlers, {
    verify: ({ auth }) =>
      auth['signature'] === 'good'
        ? { ok: true, principal: { name: String(auth['key']) }, caller: String(auth['key']) }
        : { ok: false, reason: 'bad-signature' },
    timers,
    onEvent: (event) => events.push(event),
    ...options,
  });
  return {
    server,
    timers,
    events,
    connect(address = '10.0.0.1') {
      const received: unknown[] = [];
      const end = (code: number, reason: string): void => {
        if (peer.closed !== undefined) return;
        peer.closed = { code, reason };
        queueMicrotask(() => peer.events.closed({ code, reason }));
      };
      const socket: Socket = {
        send: (frame) => received.push(JSON.parse(String(frame))),
        sendShared: ({ frame }) => received.push(JSON.parse(String(frame))),
        get buffered() {
          return peer.stuck;
        },
        ping() {
          if (peer.answersPings) peer.events.alive();
        },
        close: (code = 1005, reason = '') => end(code, reason),
        terminate: () => end(1006, ''),
      };
      const request = {
        scheme: 'wss',
        authority: 'market.example',
        target: '/feed',
        headers: [],
        protocols: [],
        peer: { address },
      } as const;
      const peer: Peer = {
        received,
        closed: undefined,
        stuck: 0,
        answersPings: true,
        events: { frame: () => {}, alive: () => {}, drained: () => {}, closed: () => {} },
        async say(message) {
          peer.events.frame(typeof message === 'string' ? message : JSON.stringify(message));
          await settled();
        },
      };
      Object.assign(peer, { events: server.accept(request, socket) });
      return peer;
    },
  };
}

export const ada = { key: 'ada', signature: 'good' };
export const subscribe = (channels: unknown, more: object = {}): object => ({
  type: 'subscribe',
  channels,
  ...more,
});
