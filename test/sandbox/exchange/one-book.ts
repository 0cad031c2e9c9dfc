import assert from 'node:assert/strict';
import { connectExchange, getProductBook } from '@platform/exchange';
import type { LevelBookView, OrderBookView } from '@tallystick/runtime/websocket';
import fc from 'fast-check';
import { parseDecimal, printDecimal } from '../../../sandbox/domain/numbers.js';
import { marketOf } from '../../../sandbox/domain/orders/queries.js';
import { Connections } from '../../../sandbox/server/connections.js';
import { FixServers } from '../../../sandbox/start-fix.js';
import { exchangeSurface } from '../../../sandbox/surfaces/exchange/index.js';
import { randomRuns } from '../../rounds.js';
import { type FeedWorld, feedWorld, product, type Received, type Trader } from './feed-world.js';
import { ClientBook } from './fix-client-book.js';
import { FixWorld } from './fix-world.js';
import { orderOf, type Step, steps, textOf } from './random-orders.js';

type Row = readonly [price: string, size: string, id: string];

/** Orders of both sides, best first. */
interface Orders {
  readonly bids: readonly Row[];
  readonly asks: readonly Row[];
}

/**
 * Compares the books that clients have after each of random commands: from `full`, `level3`, `level2` and, at the end of each batch,
 * `level2_batch`, from snapshots over REST, from both gateways of FIX market data, and from the engine. Clients that come in the middle have
 * the same ones. A disagreement is shown with the shortest list of commands that leads to it.
 */
export async function haveOneBook(full: number): Promise<void> {
  let trades = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (each) => {
      const market = await Market.open();
      try {
        await market.join();
        for (const [at, step] of each.entries()) {
          if (at === Math.floor(each.length / 2)) await market.join();
          await market.step(step);
          await market.compare();
        }
        await market.end();
        trades += market.trades;
      } finally {
        await market.close();
      }
    }),
    randomRuns(full),
  );
  assert.ok(trades > 0, 'no command has led to a trade');
}

/** A client of the feed, and sessions of both gateways of market data. */
interface Client {
  readonly full: OrderBookView;
  readonly level3: OrderBookView;
  readonly level2: LevelBookView;
  readonly batch: LevelBookView;
  readonly fix: readonly { readonly book: ClientBook; readonly inbox: MessageInbox }[];
  /** What the books of the feed were after each message, by its number. */
  readonly seen: Map<number, Map<string, object>>;
}

/** Messages of a session, of either gateway. */
interface MessageInbox {
  take(count: number): Promise<readonly { readonly type: string }[]>;
}

/** The exchange with its clients. */
class Market {
  readonly #world: FeedWorld;
  readonly #fix: FixWorld;
  readonly #traders: Readonly<Record<string, Trader>>;
  readonly #clients: Client[] = [];
  readonly #stale: unknown[] = [];
  readonly #rest: ReturnType<typeof connectExchange>;

  static async open(): Promise<Market> {
    const world = await feedWorld({ limits: { messages: { rate: 1e6, burst: 1e6 } } });
    const servers = new FixServers(world.core, { host: '127.0.0.1' }, new Connections());
    await servers.start();
    return new Market(world, new FixWorld(world.core, servers));
  }

  private constructor(world: FeedWorld, fix: FixWorld) {
    this.#world = world;
    this.#fix = fix;
    this.#traders = { ada: world.trader(), bob: world.trader(), cyd: world.trader() };
    const authority = 'exchange.example.com';
    const rest = exchangeSurface(world.core, { authorities: [authority], hasRateLimits: false });
    this.#rest = connectExchange({ baseUrl: `https://${authority}`, transport: rest });
  }

  get trades(): number {
    return this.#world.core.loop.state.orders.trades.size;
  }

  /** Another client comes, and builds its books from what there is by now. */
  async join(): Promise<void> {
    const trader = this.#world.trader();
    const seen: Client['seen'] = new Map();
    const books = new Map<string, () => object>();
    let sequence = 0;
    const { feed } = this.#world.listen({
      as: trader,
      before(value) {
        sequence = sequenceOf(value) ?? sequence;
      },
      after() {
        const at = seen.get(sequence) ?? new Map<string, object>();
        for (const [name, book] of books) at.set(name, book());
        seen.set(sequence, at);
      },
    });
    const onStale = (reason: unknown): void => void this.#stale.push(reason);
    const { book: full } = await feed.orderBook('full', product, { onStale });
    const { book: level3 } = await feed.orderBook('level3', product, { onStale });
    const { book: level2 } = await feed.levelBook('level2', product, { onStale });
    const { book: batch } = await feed.levelBook('level2_batch', product, { onStale });
    for (const [name, book] of Object.entries({ full, level3, level2 }))
      books.set(name, () => levelsOf(book));
    this.#clients.push({ full, level3, level2, batch, seen, fix: await this.#joinFix(trader) });
  }

  /** The gateway without snapshots only has the whole book for a client that was there from the beginning. */
  async #joinFix(trader: Trader): Promise<Client['fix']> {
    const request = {
      type: 'MarketDataRequest',
      mdReqId: 'a',
      subscriptionRequestType: '1',
      relatedSym: [{ symbol: product }],
    } as const;
    const snapshots = await this.#fix.joinSnapshots(trader);
    await snapshots.fix.send(request);
    const complete = { book: new ClientBook(), inbox: snapshots.inbox };
    await next(complete);
    if (this.#clients.length > 0) return [complete];
    const increments = await this.#fix.joinIncrements(trader);
    await increments.fix.send(request);
    // What is asked after the subscription is answered after it.
    await increments.fix.request({
      type: 'SecurityListRequest',
      securityReqId: 'l',
      securityListRequestType: 4,
    });
    return [complete, { book: new ClientBook(), inbox: increments.inbox }];
  }

  /** Executes a command, whether it is accepted or not. */
  async step(step: Step): Promise<void> {
    const { loop } = this.#world.core;
    const origin = { surface: 'test', caller: '' };
    const open = Object.values(this.#traders).flatMap(({ profile }) => [
      ...loop.state.orders.openByProfile.rows(profile),
    ]);
    switch (step.does) {
      case 'place': {
        const { profile } = this.#traders[step.profile] ?? { profile: '' };
        loop.execute('orders.place', { ...orderOf(step, loop.now), profile, product }, origin);
        break;
      }
      case 'cancel': {
        const order = open[step.place % Math.max(1, open.length)];
        if (order === undefined) break;
        loop.execute('orders.cancel', { profile: order.profile, id: order.id }, origin);
        break;
      }
      case 'modify': {
        const order = open[step.place % Math.max(1, open.length)];
        if (order === undefined) break;
        const { profile, id } = order;
        const changes = { price: textOf(step.price), size: textOf(step.size) };
        loop.execute(
          'orders.modify',
          { profile, id, newClientId: step.clientId, ...changes },
          origin,
        );
        break;
      }
      case 'wait':
        // Batches are sent every 50 ms. Longer than that, sessions would have to send heartbeats.
        await this.#world.timers.advance(50);
        await this.#world.arrived();
        this.#compareBatches();
        break;
      case 'state':
        break;
    }
    // Several commands are one commit now and then.
    if (step.does !== 'place' || !step.postOnly) await this.#world.arrived();
  }

  /** Compares all books. Those of the feed were compared with one another after each message, too. */
  async compare(): Promise<void> {
    await this.#world.arrived();
    const { sequence, ...orders } = this.#world.orders();
    const levels = this.#world.levels();
    assert.deepEqual(byPrice(orders), levels);
    const l3 = await getProductBook(this.#rest, product, { level: '3' });
    assert.deepEqual({ bids: rowsOf(l3.bids), asks: rowsOf(l3.asks) }, orders);
    const l2 = await getProductBook(this.#rest, product, { level: '2' });
    assert.deepEqual({ bids: pairsOf(l2.bids), asks: pairsOf(l2.asks) }, levels);
    assert.deepEqual([l3.sequence, l2.sequence], [sequence, sequence]);
    const number = marketOf(this.#world.core.loop.state.orders, product).reports;
    for (const { full, level3, level2, seen, fix } of this.#clients) {
      assert.deepEqual(ordersOf(full), orders);
      assert.deepEqual(ordersOf(level3), orders);
      assert.deepEqual(levelsOf(level2), levels);
      for (const books of seen.values())
        for (const book of books.values()) assert.deepEqual(book, books.get('full'));
      seen.clear();
      for (const each of fix) {
        while (each.book.number < number) await next(each);
        assert.deepEqual([each.book.lines, each.book.faults], [linesOf(orders), []]);
      }
    }
    assert.deepEqual([this.#stale, this.#world.errors], [[], []]);
  }

  /** Waits for the last batch. */
  async end(): Promise<void> {
    await this.#world.timers.advance(50);
    await this.#world.arrived();
    this.#compareBatches();
  }

  async close(): Promise<void> {
    await this.#fix.leave();
    await this.#fix.servers.close();
    await this.#world.close();
  }

  #compareBatches(): void {
    const levels = this.#world.levels();
    for (const { batch } of this.#clients) assert.deepEqual(levelsOf(batch), levels);
  }
}

/** Takes the next message of a session. */
async function next({ book, inbox }: Client['fix'][number]): Promise<void> {
  const [message] = await inbox.take(1);
  if (message !== undefined) book.receive(message);
}

function sequenceOf(value: Received): number | undefined {
  const number = Array.isArray(value) ? value[2] : value['sequence'];
  return typeof number === 'number' ? number : undefined;
}

function levelsOf(book: LevelBookView): object {
  return {
    bids: book.levels('bid').map(({ price, size }) => [price, size]),
    asks: book.levels('ask').map(({ price, size }) => [price, size]),
  };
}

function ordersOf(book: OrderBookView): Orders {
  return {
    bids: book.orders('bid').map(({ price, size, id }) => [price, size, id]),
    asks: book.orders('ask').map(({ price, size, id }) => [price, size, id]),
  };
}

/** Orders added up by price. */
function byPrice({ bids, asks }: Orders): object {
  const sums = (rows: readonly Row[]): readonly (readonly [string, string])[] => {
    const sizes = new Map<string, bigint>();
    for (const [price, size] of rows)
      sizes.set(price, (sizes.get(price) ?? 0n) + (parseDecimal(size) ?? 0n));
    return [...sizes].map(([price, size]) => [price, printDecimal(size)]);
  };
  return { bids: sums(bids), asks: sums(asks) };
}

/** Orders in the words of {@link ClientBook.lines}. */
function linesOf({ bids, asks }: Orders): readonly string[] {
  return [bids, asks].flatMap((rows, side) =>
    rows.map(([price, size, id]) => `${side} ${id} ${size} @ ${price}`),
  );
}

/** Rows of level 3 of REST. */
function rowsOf(rows: readonly (readonly unknown[])[]): readonly Row[] {
  return rows.map(([price, size, id]) => [String(price), String(size), String(id)]);
}

/** Rows of level 2 of REST. */
function pairsOf(rows: readonly (readonly unknown[])[]): readonly (readonly string[])[] {
  return rows.map(([price, size]) => [String(price), String(size)]);
}
