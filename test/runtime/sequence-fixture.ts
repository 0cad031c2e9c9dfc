import {
  type BookDescriptor,
  FeedClient,
  type FeedClientOptions,
  type FeedDescriptor,
  type FeedEvent,
  memorySocket,
  type SequenceDescriptor,
} from '@tallystick/runtime/websocket';
import { type FeedServer, feedServer } from '@tallystick/runtime/websocket/server';
import { manualTimers, type ManualTimers } from './http-client-fixture.js';
import { seededRandom } from './socket-fixture.js';

type Rows = readonly (readonly [price: string, size: string])[];

export interface WholeBook {
  readonly type: 'whole';
  readonly key: string;
  /** Absent where the connection is counted, in which it is not the number of this message. */
  readonly sequence?: number;
  readonly bids: Rows;
  readonly asks: Rows;
}

export interface Change {
  readonly type: 'change';
  readonly key: string;
  readonly sequence: number;
  readonly changes: readonly (readonly ['buy' | 'sell', string, string])[];
  /** Position among all changes that the market has made; no field of the description. */
  readonly at: number;
}

export interface Tick {
  readonly type: 'tick';
  readonly key: string;
  readonly sequence: number;
  readonly price: string;
}

/** Types of {@link countedFeed}. */
export interface CountedTypes {
  readonly book: {
    readonly keys: 'required';
    readonly message: WholeBook | Change;
    readonly snapshot: WholeBook;
    readonly book: 'levels';
  };
  readonly ticks: { readonly keys: 'required'; readonly message: Tick };
}

/** How a feed counts, and how its book is resynchronised. */
export interface Counting {
  readonly mode: SequenceDescriptor['mode'];
  readonly scope?: SequenceDescriptor['scope'];
  readonly way: 'operation' | 'resubscribe' | 'none';
}

/** A feed with a book of levels and with ticks that have no snapshot, both counted. */
export function countedFeed({ mode, scope = 'key', way }: Counting): FeedDescriptor {
  const sides = { bids: '/bids', asks: '/asks', price: '/0', size: '/1' } as const;
  const book: BookDescriptor = {
    kind: 'levels',
    snapshot:
      way === 'operation' ? { sequence: '/sequence', ...sides } : { message: 'whole', ...sides },
    update: {
      message: 'change',
      changes: '/changes',
      side: '/0',
      bid: 'buy',
      ask: 'sell',
      price: '/1',
      size: '/2',
    },
    resync: way === 'operation' ? { operation: 'getBook' } : 'resubscribe',
  };
  const sequence = { pointer: '/sequence', scope, mode } as const;
  const keys = { name: 'keys', pointer: '/key', required: true } as const;
  const request = (type: string) => ({
    message: type,
    template: { type, channels: [{ name: '{channel}', keys: '{keys}' }] },
    read: { entries: '/channels', channel: '/name', keys: { keys: '/keys' } },
  });
  const messages = [
    'subscribe',
    'unsubscribe',
    'subscriptions',
    'error',
    'whole',
    'change',
    'tick',
  ];
  return {
    title: 'Counted',
    version: '1.0.0',
    servers: [{ url: 'wss://feed.example' }],
    variables: {},
    messages: Object.fromEntries(
      messages.map((type) => [type, { match: [{ pointer: '/type', const: type }] }]),
    ),
    channels: {
      book: {
        name: 'book',
        messages: { whole: {}, change: {} },
        keys,
        auth: 'none',
        sequence,
        book,
      },
      ticks: { name: 'ticks', messages: { tick: {} }, keys, auth: 'none', sequence },
    },
    control: {
      subscribe: request('subscribe'),
      unsubscribe: request('unsubscribe'),
      subscribed: {
        message: 'subscriptions',
        list: { items: '/channels', channel: '/name', keys: { keys: '/keys' } },
        template: { type: 'subscriptions', channels: '{subscriptions}' },
        item: { name: '{channel}', keys: '{keys}' },
      },
      error: {
        message: 'error',
        text: '/message',
        template: { type: 'error', message: '{message}' },
      },
    },
  };
}

/** Prices and sizes of one key, changed at random and numbered. */
export class ExpectedBook {
  sequence = 0;
  at = 0;
  readonly #levels = new Map<string, string>();
  readonly #fraction: () => number;

  constructor(fraction: () => number) {
    this.#fraction = fraction;
  }

  next(): Change {
    const isBuy = this.#fraction() < 0.5;
    const away = Math.floor(this.#fraction() * 30) / 10;
    const price = (isBuy ? 100 - away : 100.1 + away).toFixed(1);
    const size = this.#fraction() < 0.3 ? '0' : String(1 + Math.floor(this.#fraction() * 99));
    const own = isBuy ? 'buy' : 'sell';
    if (size === '0') this.#levels.delete(`${own} ${price}`);
    else this.#levels.set(`${own} ${price}`, size);
    this.sequence += 1;
    this.at += 1;
    const { sequence, at } = this;
    return { type: 'change', key: 'A', sequence, changes: [[own, price, size]], at };
  }

  whole(): WholeBook {
    const rows = (own: string): Rows =>
      [...this.#levels]
        .filter(([name]) => name.startsWith(own))
        .map(([name, size]) => [name.split(' ')[1] ?? '', size] as const);
    const { sequence } = this;
    return { type: 'whole', key: 'A', sequence, bids: rows('buy'), asks: rows('sell') };
  }

  text(): string {
    const { bids, asks } = this.whole();
    const side = (rows: Rows): string =>
      rows
        .map((row) => row.join('x'))
        .sort()
        .join(' ');
    return `${side(bids)} | ${side(asks)}`;
  }
}

/** A client and a server of a counted feed in memory. Snapshots hold the state at the time of the request. */
export function createCountedFixture(
  counting: Counting,
  given: {
    readonly toClient?: (text: string) => readonly string[];
    readonly client?: FeedClientOptions;
    readonly snapshot?: (truth: ExpectedBook) => Promise<WholeBook>;
    readonly fraction?: () => number;
  } = {},
): {
  readonly timers: ManualTimers;
  readonly truth: ExpectedBook;
  readonly server: FeedServer<CountedTypes, unknown>;
  readonly client: FeedClient<CountedTypes>;
  readonly events: FeedEvent[];
  /** Number of requested snapshots of either kind. */
  readonly snapshots: () => number;
  readonly of: (kind: FeedEvent['kind']) => readonly FeedEvent[];
} {
  const timers = manualTimers();
  const truth = new ExpectedBook(given.fraction ?? (() => 0.4));
  const feed = countedFeed(counting);
  let count = 0;
  const server = feedServer<CountedTypes, unknown>(
    feed,
    {
      book: {
        snapshot: () => {
          count += 1;
          if (counting.way !== 'resubscribe') return [];
          const { sequence, ...whole } = truth.whole();
          return [counting.scope === 'connection' ? whole : { ...whole, sequence: sequence ?? 0 }];
        },
      },
      ticks: {},
    },
    { timers },
  );
  const events: FeedEvent[] = [];
  let fetched = 0;
  const client = new FeedClient<CountedTypes>(feed, {
    open: memorySocket(
      server.accept,
      given.toClient === undefined ? {} : { toClient: given.toClient },
    ),
    timers,
    random: seededRandom(7),
    onEvent: (event) => events.push(event),
    ...(counting.way === 'operation'
      ? {
          snapshots: {
            book: async () => {
              fetched += 1;
              return (await given.snapshot?.(truth)) ?? truth.whole();
            },
          },
        }
      : {}),
    ...given.client,
  });
  return {
    timers,
    truth,
    server,
    client,
    events,
    snapshots: () => (counting.way === 'operation' ? fetched : count),
    of: (kind) => events.filter((event) => event.kind === kind),
  };
}
