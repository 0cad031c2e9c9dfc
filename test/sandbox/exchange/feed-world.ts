import type { FeedClientOptions, OpenSocket, Socket } from '@tallystick/runtime/websocket';
import { memorySocket, type MemoryWire } from '@tallystick/runtime/websocket';
import type { FeedServerEvent } from '@tallystick/runtime/websocket/server';
import { connectExchange, ExchangeFeed, exchangeFeedSnapshots, feedKey } from '@platform/exchange';
import { exchangeFeedChecks } from '@platform/exchange/feed-checks';
import { printDecimal } from '../../../sandbox/domain/numbers.js';
import { bookLevels, bookOrders } from '../../../sandbox/domain/orders/queries.js';
import type { OrderRequest } from '../../../sandbox/domain/orders/request.js';
import type { OrderRow } from '../../../sandbox/domain/orders/state.js';
import { memoryJournal } from '../../../sandbox/journal/memory.js';
import type { Journal } from '../../../sandbox/journal/journal.js';
import { type Core, openCore } from '../../../sandbox/server/core.js';
import { exchangeSecretsOf } from '../../../sandbox/surfaces/exchange/credentials.js';
import { exchangeSurface } from '../../../sandbox/surfaces/exchange/index.js';
import { type FeedOptions, type Feeds, startFeed } from '../../../sandbox/surfaces/feed/index.js';
import { type ManualTimers, manualTimers, settled } from '../../runtime/http-client-fixture.js';
import { seededRandom } from '../../runtime/socket-fixture.js';

export const product = 'BTC-USD';
const origin = { surface: 'test', caller: '' };

/** A profile with money, and what its owner signs with. */
export interface Trader {
  readonly user: string;
  readonly profile: string;
  /** Name of its key. */
  readonly key: string;
}

/** A connection with the values that it has received, without the replies to its subscriptions. */
export interface Listener {
  readonly feed: ExchangeFeed;
  readonly received: Received[];
  /** The replies. */
  readonly subscriptions: unknown[];
  /** Reason with which the server closed the connection. */
  readonly closed: () => string | undefined;
  /** Sends a message as it is. */
  send(message: object): void;
}

/** A message of the feed, as it was sent. */
export type Received = Readonly<Record<string, unknown>>;

/** How a listener connects. */
export interface ListenOptions {
  readonly as?: Trader;
  readonly isDirect?: boolean;
  readonly wire?: MemoryWire;
  /** Called with every value before the client sees it, and after. */
  readonly before?: (value: Received) => void;
  readonly after?: (value: Received) => void;
}

/** The state machine with the feed, on a clock that the test moves. Nothing of it listens. */
export interface FeedWorld {
  readonly core: Core;
  readonly timers: ManualTimers;
  readonly feeds: Feeds;
  readonly events: FeedServerEvent[];
  readonly errors: unknown[];
  trader(): Trader;
  key(trader: Trader): string;
  credentials(trader: Trader): ReturnType<typeof feedKey>;
  listen(options?: ListenOptions): Listener;
  /** Places an order. */
  place(trader: Trader, order: Partial<OrderRequest>): OrderRow;
  /** Resolves when everything is committed, and has arrived. */
  arrived(): Promise<void>;
  /** The book as the state has it, order by order. */
  orders(): {
    readonly sequence: number;
    readonly bids: readonly Row[];
    readonly asks: readonly Row[];
  };
  /** The book as the state has it, by price. */
  levels(): { readonly bids: readonly Level[]; readonly asks: readonly Level[] };
  close(): Promise<void>;
}

type Row = readonly [price: string, size: string, id: string];
type Level = readonly [price: string, size: string];

export async function feedWorld({
  journal = memoryJournal(),
  ...options
}: Partial<FeedOptions> & { readonly journal?: Journal } = {}): Promise<FeedWorld> {
  const timers = manualTimers();
  const errors: unknown[] = [];
  const onFailure = (error: unknown) => void errors.push(error);
  const core = await openCore({
    journal,
    seed: Buffer.from('test'),
    time: 'real',
    timers,
    onFailure,
  });
  await core.lead();
  const { loop } = core;
  const events: FeedServerEvent[] = [];
  const feeds = startFeed(core, {
    onEvent: (_, event) => events.push(event),
    onError: onFailure,
    ...options,
  });
  const open: ExchangeFeed[] = [];
  const execute: typeof loop.execute = (type, data) => loop.execute(type, data, origin);
  const key = ({ profile }: Pick<Trader, 'profile'>): string => {
    const outcome = loop.execute(
      'users.create-key',
      { profile, label: 'test', permissions: ['view', 'trade'] },
      origin,
    );
    if (!outcome.ok) throw new Error(outcome.refusal.code);
    return outcome.result.name;
  };
  const credentials = (trader: Trader): ReturnType<typeof feedKey> =>
    feedKey({ key: trader.key, ...exchangeSecretsOf(core, trader.key) }, { clock: timers });
  const orders: FeedWorld['orders'] = () => {
    const rows = (side: 'buy' | 'sell') =>
      bookOrders(loop.state.orders, product, side).map(({ id, price = 0n, shown }): Row => [
        printDecimal(price),
        printDecimal(shown),
        id,
      ]);
    const { sequence = 0 } = loop.state.orders.markets.get(product) ?? {};
    return { sequence, bids: rows('buy'), asks: rows('sell') };
  };
  const rest = exchangeSurface(core, {
    authorities: ['exchange.example.com'],
    hasRateLimits: false,
  });
  const snapshots = exchangeFeedSnapshots(
    connectExchange({ baseUrl: 'https://exchange.example.com', transport: rest }),
  );
  return {
    core,
    timers,
    feeds,
    events,
    errors,
    key,
    credentials,
    orders,
    trader() {
      const organization = execute('tenancy.create-organization', { name: 'Acme' }, origin);
      if (!organization.ok) throw new Error('There is no organisation.');
      const user = loop.execute(
        'users.create',
        { organization: organization.result.id, name: 'Ada', country: 'US' },
        origin,
      );
      if (!user.ok) throw new Error(user.refusal.code);
      const profile = user.result.profile.id;
      for (const [currency, amount] of [
        ['USD', '1000000000'],
        ['BTC', '10000'],
      ] as const)
        loop.execute('ledger.credit', { profile, currency, amount }, origin);
      return { user: user.result.id, profile, key: key({ profile }) };
    },
    listen({ as, isDirect = false, wire, before, after } = {}) {
      const received: Received[] = [];
      const subscriptions: unknown[] = [];
      let reason: string | undefined;
      const accept = isDirect ? feeds.acceptDirect : feeds.accept;
      let sending: Socket | undefined;
      const connect: OpenSocket = async (request, socket) => {
        sending = await memorySocket(accept, wire)(
          { ...request, peer: { address: '192.0.2.1' } },
          {
            ...socket,
            frame(frame) {
              const value: Received = JSON.parse(String(frame));
              if (value['type'] === 'subscriptions') subscriptions.push(value['channels']);
              else received.push(value);
              before?.(value);
              socket.frame(frame);
              after?.(value);
            },
            closed(how) {
              reason ??= how.reason;
              socket.closed(how);
            },
          },
        );
        return sending;
      };
      const client: FeedClientOptions = {
        open: connect,
        timers,
        random: seededRandom(1),
        snapshots,
        checks: exchangeFeedChecks,
        validate: 'full',
        reconnect: false,
        ...(as === undefined ? {} : { credentials: credentials(as) }),
        // A client with a key knows which channels of the direct feed need it: all.
        ...(isDirect && as !== undefined ? { server: 'direct' } : {}),
      };
      const feed = new ExchangeFeed(client);
      open.push(feed);
      return {
        feed,
        received,
        subscriptions,
        closed: () => reason,
        send: (message) => sending?.send(JSON.stringify(message)),
      };
    },
    place({ profile }, order) {
      const outcome = loop.execute(
        'orders.place',
        { profile, product, side: 'buy', type: 'limit', surface: 'exchange', ...order },
        origin,
      );
      if (!outcome.ok)
        throw new Error(`${outcome.refusal.code}: ${JSON.stringify(outcome.refusal)}`);
      return outcome.result;
    },
    async arrived() {
      await loop.settled();
      await settled();
    },
    levels() {
      const rows = (side: 'buy' | 'sell') =>
        bookLevels(loop.state.orders, product, side).map(({ price, size }): Level => [
          printDecimal(price),
          printDecimal(size),
        ]);
      return { bids: rows('buy'), asks: rows('sell') };
    },
    async close() {
      await Promise.all(open.map((feed) => feed.close()));
      await feeds.close();
      await core.close();
    },
  };
}
