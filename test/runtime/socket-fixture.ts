import {
  FeedClient,
  type FeedClientOptions,
  type FeedEvent,
  memorySocket,
  type MemoryWire,
  type OpenSocket,
  type Socket,
  type SocketEvents,
} from '@tallystick/runtime/websocket';
import {
  type FeedHandlers,
  type FeedServer,
  feedServer,
  type FeedServerEvent,
  type FeedServerOptions,
} from '@tallystick/runtime/websocket/server';
import { manualTimers, type ManualTimers } from './http-client-fixture.js';
import { market, type MarketTypes } from './socket-market.js';

/** The caller that the fixture's verifier returns. */
export interface Trader {
  readonly name: string;
}

/** Random bytes that are the same in every run. */
export function seededRandom(seed: number): (length: number) => Uint8Array {
  let state = seed;
  return (length) =>
    Uint8Array.from({ length }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state >>> 24;
    });
}

/** A fraction from 0 to 1 that is the same in every run. */
export function seededFraction(seed: number): () => number {
  const random = seededRandom(seed);
  return () => {
    const [a = 0, b = 0, c = 0] = random(3);
    return (a * 65_536 + b * 256 + c) / 16_777_216;
  };
}

/** A client and a server of the market in memory, on one clock that a test advances. */
export interface FeedFixture {
  readonly timers: ManualTimers;
  readonly server: FeedServer<MarketTypes, Trader>;
  readonly client: FeedClient<MarketTypes>;
  readonly events: FeedEvent[];
  readonly serverEvents: FeedServerEvent[];
  /** Messages of clients, in order. */
  readonly sent: string[];
  /** Breaks the connections that are open. */
  readonly cut: () => void;
  /** Refuses connections from now on, or accepts them again. */
  readonly block: (isBlocked: boolean) => void;
  /** Moves the clock, and lets everything happen. */
  readonly pass: (milliseconds: number) => Promise<void>;
  readonly kinds: () => readonly string[];
}

export const nothing: FeedHandlers<MarketTypes, Trader> = {
  status: {},
  ticker: {},
  level2: {},
  level2Batch: {},
  level3: {},
  balance: {},
};

export function createFeedFixture(
  given: {
    readonly handlers?: Partial<FeedHandlers<MarketTypes, Trader>>;
    readonly server?: FeedServerOptions<Trader>;
    readonly client?: FeedClientOptions;
    readonly wire?: MemoryWire;
    readonly seed?: number;
  } = {},
): FeedFixture {
  const timers = manualTimers();
  const serverEvents: FeedServerEvent[] = [];
  const server = feedServer<MarketTypes, Trader>(
    market,
    { ...nothing, ...given.handlers },
    {
      verify: ({ auth }) =>
        auth['signature'] === 'good'
          ? { ok: true, principal: { name: String(auth['key']) }, caller: String(auth['key']) }
          : { ok: false, reason: 'bad-signature' },
      timers,
      onEvent: (event) => serverEvents.push(event),
      ...given.server,
    },
  );
  const events: FeedEvent[] = [];
  const sent: string[] = [];
  const sockets = new Set<Socket>();
  let isBlocked = false;
  const open: OpenSocket = async (request, socketEvents: SocketEvents) => {
    if (isBlocked) throw new Error('refused');
    const socket = await memorySocket(server.accept, {
      ...given.wire,
      toServer(text) {
        sent.push(text);
        return given.wire?.toServer?.(text) ?? [text];
      },
    })(request, socketEvents);
    sockets.add(socket);
    return socket;
  };
  const client = new FeedClient<MarketTypes>(market, {
    open,
    timers,
    random: seededRandom(given.seed ?? 1),
    credentials: () => ({ key: 'ada', signature: 'good' }),
    onEvent: (event) => events.push(event),
    ...given.client,
  });
  return {
    timers,
    server,
    client,
    events,
    serverEvents,
    sent,
    cut() {
      for (const socket of sockets) socket.terminate();
      sockets.clear();
    },
    block(value) {
      isBlocked = value;
    },
    pass: (milliseconds) => timers.advance(milliseconds),
    kinds: () => events.map(({ kind }) => kind),
  };
}
