import { connectExchange, ExchangeFeed, exchangeFeedSnapshots, feedKey } from '@platform/exchange';
import type { ExchangeFeedChannels } from '@platform/exchange';
import { exchangeFeedChecks } from '@platform/exchange/feed-checks';
import {
  createExchangeFeedServer,
  type ExchangeFeedEvents,
  type ExchangeFeedServerOptions,
  feedKeyVerifier,
} from '@platform/exchange/feed-server';
import { createPartialExchangeServer } from '@platform/exchange/server';
import type { HmacChannelCredentials, HmacPrincipal } from '@tallystick/runtime/auth/hmac';
import type { Verifier } from '@tallystick/runtime';
import {
  type FeedClientOptions,
  type FeedEvent,
  memorySocket,
  type MemoryWire,
  type OpenSocket,
  type Socket,
} from '@tallystick/runtime/websocket';
import type {
  EventFeedServer,
  FeedHandlers,
  FeedServerEvent,
} from '@tallystick/runtime/websocket/server';
import { manualTimers, type ManualTimers } from '../../runtime/http-client-fixture.js';
import { seededRandom } from '../../runtime/socket-fixture.js';
import type { ProductBook } from '@platform/exchange/types';

const vector =
  'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+Pw==';
export const credentials: HmacChannelCredentials<'key' | 'passphrase'> = {
  key: 'ada',
  passphrase: 'pp123',
  secret: vector,
};

/** The secret of the vectors that public clients agree on. */
export const secret: string = vector;

type Handlers = FeedHandlers<ExchangeFeedChannels, HmacPrincipal>;

/** Channels about which nothing is to be done. */
export const idle: Handlers = {
  heartbeat: {},
  ticker: {},
  ticker_batch: {},
  matches: {},
  full: {},
  user: {},
  level2: {},
  level2_batch: {},
  level3: {},
  status: {},
  balance: {},
  rfq_matches: {},
  auctionfeed: {},
};

/** A generated client and a generated server in one memory, on one clock. */
export interface FeedFixture {
  readonly timers: ManualTimers;
  readonly server: EventFeedServer<ExchangeFeedChannels, HmacPrincipal, ExchangeFeedEvents>;
  readonly feed: ExchangeFeed;
  readonly events: FeedEvent[];
  readonly serverEvents: FeedServerEvent[];
  readonly open: OpenSocket;
  /** Breaks the connections that are open. */
  readonly cut: () => void;
}

/** Options of a fixture. */
export interface FeedFixtureOptions {
  readonly handlers?: Partial<Handlers>;
  readonly server?: Partial<ExchangeFeedServerOptions<HmacPrincipal>>;
  readonly client?: FeedClientOptions;
  readonly wire?: MemoryWire;
  /** The REST response for the book of a product. */
  readonly book?: () => ProductBook;
}

/** The feed of an exchange whose clients sign, whose messages are checked both ways. */
export function createFeedFixture(given: FeedFixtureOptions = {}): FeedFixture {
  const timers = manualTimers();
  const serverEvents: FeedServerEvent[] = [];
  const server = createExchangeFeedServer<HmacPrincipal>(
    { ...idle, ...given.handlers },
    {
      verify: feedKeyVerifier({
        keys: { ada: { secret, passphrase: 'pp123', caller: 'ada' } },
        clock: timers,
      }),
      checks: exchangeFeedChecks,
      timers,
      onEvent: (event) => serverEvents.push(event),
      ...given.server,
    },
  );
  const rest = createPartialExchangeServer(
    {
      getProductBook: (_, respond) =>
        respond.ok(given.book?.() ?? { sequence: 0, time: '', bids: [], asks: [] }),
    },
    { authorities: ['exchange.example.com'], security: { exchangeKey: refuse } },
  );
  const sockets = new Set<Socket>();
  const open: OpenSocket = async (request, socketEvents) => {
    const socket = await memorySocket(server.accept, given.wire)(request, socketEvents);
    sockets.add(socket);
    return socket;
  };
  const events: FeedEvent[] = [];
  const feed = new ExchangeFeed({
    open,
    timers,
    random: seededRandom(1),
    credentials: feedKey(credentials, { clock: timers }),
    snapshots: exchangeFeedSnapshots(
      connectExchange({ baseUrl: 'https://exchange.example.com', transport: rest }),
    ),
    checks: exchangeFeedChecks,
    onEvent: (event) => events.push(event),
    ...given.client,
  });
  return {
    timers,
    server,
    feed,
    events,
    serverEvents,
    open,
    cut() {
      for (const socket of sockets) socket.terminate();
      sockets.clear();
    },
  };
}

const refuse: Verifier = { head: () => ({ ok: false, reason: 'nobody signs here' }) };
