import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import {
  type CreateOrderRequest,
  connectExchange,
  ExchangeFeed,
  exchangeFeedSnapshots,
  feedKey,
  getProductBook,
} from '@platform/exchange';
import type { ExecutionReport } from '@platform/exchange-fix-5.0';
import { FixError } from '@tallystick/runtime/fix';
import type { LevelBookView, OrderBookView } from '@tallystick/runtime/websocket';
import { wsSocket } from '@tallystick/runtime/websocket/node';
import type { SandboxProcess } from '../built.js';
import type { Cluster } from '../cluster.js';
import { ClientBook } from './fix-client-book.js';
import { limitOrder, product } from './fix-world.js';
import { marketDataSession, orderSession, type OrderSession } from './process-clients.js';
import { exchangeOf, type TestKey, type Trader } from './traders.js';

/** An order that the exchange has acknowledged. */
export interface Acknowledged {
  /** Moment at which it was sent first. */
  readonly sentAt: number;
  readonly id: string;
}

/** What a client of the exchange does until it is told to stop: it sends orders one by one, each until it is acknowledged. */
export abstract class Sender {
  /** The orders by the identifier of the client. */
  readonly acknowledged: Map<string, Acknowledged> = new Map();
  /** Number of orders that had to be asked about, because their answers were lost. */
  recovered: number = 0;
  readonly trader: Trader;
  readonly #random: () => number;
  #isStopping = false;
  #sending: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(trader: Trader, random: () => number) {
    this.trader = trader;
    this.#random = random;
  }

  /** Begins to send. */
  start(): void {
    this.#sending = this.#send().catch((error: unknown) => {
      this.#failure = { error };
    });
  }

  /** Identifiers of the orders that were sent since a moment, by those of the client. */
  ids(since = 0): Map<string, string> {
    const orders = [...this.acknowledged].filter(([, { sentAt }]) => sentAt >= since);
    return new Map(orders.map(([clientId, { id }]) => [clientId, id]));
  }

  /** Number of acknowledged orders that were sent since a moment. Throws what the sender has failed with. */
  countSince(moment: number): number {
    if (this.#failure !== undefined) throw this.#failure.error;
    return this.ids(moment).size;
  }

  /** Resolves when the last order is acknowledged. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#sending;
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** A random whole number below a bound. */
  protected below(bound: number): number {
    return Math.floor(this.#random() * bound);
  }

  /** Sends an order once. Resolves to its identifier, or to `undefined` if the answer was lost or says to try again. */
  protected abstract place(clientId: string, order: RandomOrder): Promise<string | undefined>;

  /** Asks for an order. Resolves to its identifier, to `null` if there is none, or to `undefined` if there is no answer. */
  protected abstract ask(clientId: string): Promise<string | null | undefined>;

  async #send(): Promise<void> {
    while (!this.#isStopping) {
      const clientId = randomUUID();
      const sentAt = performance.now();
      const id = await this.#sendUntilKnown(clientId, {
        side: this.below(2) === 0 ? 'buy' : 'sell',
        price: String(95 + this.below(11)),
        size: String((1 + this.below(9)) / 10),
      });
      this.acknowledged.set(clientId, { sentAt, id });
      await setTimeout(pause);
    }
  }

  /** An order is never sent again before the exchange has said that there is none. */
  async #sendUntilKnown(clientId: string, order: RandomOrder): Promise<string> {
    for (;;) {
      const id = await this.place(clientId, order);
      if (id !== undefined) return id;
      this.recovered += 1;
      for (;;) {
        const known = await this.ask(clientId);
        if (typeof known === 'string') return known;
        if (known === null) break;
        await setTimeout(pause);
      }
    }
  }
}

/** Milliseconds between two messages of a client, as the limits of the exchange ask for. */
const pause = 70;

/** A limit order that meets others about every second time. */
export interface RandomOrder {
  readonly side: 'buy' | 'sell';
  readonly price: string;
  readonly size: string;
}

/** A client over REST, which sends each request to any of the processes. */
export class RestSender extends Sender {
  readonly #cluster: Cluster;

  constructor(cluster: Cluster, ...sender: ConstructorParameters<typeof Sender>) {
    super(...sender);
    this.#cluster = cluster;
  }

  protected async place(clientId: string, order: RandomOrder): Promise<string | undefined> {
    const request: CreateOrderRequest = { product_id: product, client_oid: clientId, ...order };
    const outcome = await this.#client().orders.create.result(request, this.#options);
    if (outcome.kind === 'success') return outcome.value.id;
    return this.#lost(outcome);
  }

  protected async ask(clientId: string): Promise<string | null | undefined> {
    // What the killed process has written last may not be in the journal before another one leads.
    if (!(await this.#cluster.hasLeader())) return undefined;
    const outcome = await this.#client().orders.getByClientOid.result(clientId, this.#options);
    if (outcome.kind === 'success') return outcome.value.id;
    return 'status' in outcome && outcome.status === 404 ? null : this.#lost(outcome);
  }

  /** Whatever becomes of a request, the sender itself repeats it. */
  get #options(): { readonly retry: false; readonly signal: AbortSignal } {
    return { retry: false, signal: AbortSignal.timeout(60_000) };
  }

  #client(): Trader['exchange'] {
    const { processes } = this.#cluster;
    const { url = '' } = processes[this.below(processes.length)] ?? {};
    return exchangeOf(url, this.trader.key);
  }

  #lost(outcome: { readonly kind: string; readonly status?: unknown }): undefined {
    const { kind, status } = outcome;
    if (kind === 'network' || kind === 'aborted' || status === 503 || status === 429) return;
    throw new Error(`An order was refused: ${JSON.stringify(outcome)}`);
  }
}

/** A client over FIX 5.0, which reconnects to whichever process leads. */
export class FixSender extends Sender {
  /** Number of Logons that the exchange has accepted. */
  logons: number = 0;
  readonly #session: OrderSession;

  constructor(cluster: Cluster, ...sender: ConstructorParameters<typeof Sender>) {
    super(...sender);
    const [{ key }] = sender;
    this.#session = orderSession(() => cluster.leader(), key, {
      reconnect,
      onEvent: ({ kind }) => {
        if (kind === 'logon') this.logons += 1;
      },
    });
  }

  override async stop(): Promise<void> {
    await super.stop();
    await this.#session.close();
  }

  protected async place(clOrdId: string, order: RandomOrder): Promise<string | undefined> {
    const { side, price, size: orderQty } = order;
    const changes = { clOrdId, side: side === 'buy' ? '1' : '2', price, orderQty };
    const report = await this.#reply(() => this.#session.request(limitOrder(0, changes)));
    if (report === undefined || report.execType === '0') return report?.orderId;
    throw new Error(`An order was refused: ${JSON.stringify(report)}`);
  }

  protected async ask(clOrdId: string): Promise<string | null | undefined> {
    const question = { type: 'OrderStatusRequest', clOrdId, symbol: product } as const;
    const report = await this.#reply(() => this.#session.request(question));
    return report === undefined || report.execType === 'I' ? report?.orderId : null;
  }

  async #reply(request: () => Promise<unknown>): Promise<ExecutionReport | undefined> {
    try {
      await this.#session.opened();
      // Both requests have this reply.
      return (await request()) as ExecutionReport;
    } catch (error) {
      if (error instanceof FixError && error.code !== 'rejected') return undefined;
      throw error;
    }
  }
}

/** Delays before FIX clients reconnect, in milliseconds. */
const reconnect = { initial: 100, longest: 500 };

/** A session with the reports of all orders of a user. */
export class DropCopy {
  /** The orders that it has reports of: their identifiers, by those of the client. */
  readonly reported: Map<string, Set<string>> = new Map();
  /** Number of Logons that the exchange has accepted. */
  logons: number = 0;
  /** Moment of the last one. */
  openSince: number = 0;
  readonly #session: OrderSession;

  constructor(cluster: Cluster, key: TestKey) {
    this.#session = orderSession(() => cluster.leader(), key, {
      logonFields: [[9406, 'Y']],
      reconnect,
      handlers: {
        ExecutionReport: ({ clOrdId = '', orderId }) => {
          this.reported.set(clOrdId, (this.reported.get(clOrdId) ?? new Set()).add(orderId));
        },
      },
      onEvent: ({ kind }) => {
        if (kind !== 'logon') return;
        this.logons += 1;
        this.openSince = performance.now();
      },
    });
  }

  opened(): Promise<void> {
    return this.#session.opened();
  }

  close(): Promise<void> {
    return this.#session.close();
  }
}

/** Order books that one process sends: over the feed, order by order and by price, and over FIX. */
export class Watcher {
  /** Books of the feed that have not followed from what came before, and changes of that over FIX. */
  readonly faults: unknown[] = [];
  readonly #feed: ExchangeFeed;
  readonly #fix = new ClientBook();
  readonly #endFix: () => Promise<void>;
  readonly #full: OrderBookView;
  readonly #level2: LevelBookView;

  static async open(process: SandboxProcess, key: TestKey): Promise<Watcher> {
    const { url } = process;
    const { name, secret, passphrase } = key;
    const snapshots = exchangeFeedSnapshots(connectExchange({ baseUrl: url }));
    const feed = new ExchangeFeed({
      url: url.replace('http', 'ws'),
      open: wsSocket(),
      snapshots,
      credentials: feedKey({ key: name, secret, passphrase }),
      reconnect: false,
    });
    const faults: unknown[] = [];
    const onStale = (reason: unknown): void => void faults.push(reason);
    const { book: full } = await feed.orderBook('full', product, { onStale });
    const { book: level2 } = await feed.levelBook('level2', product, { onStale });
    const session = await marketDataSession(process, key);
    const watcher = new Watcher({ feed, full, level2, faults, endFix: () => session.close() });
    void watcher.#follow(session.messages());
    await session.send({
      type: 'MarketDataRequest',
      mdReqId: 'a',
      subscriptionRequestType: '1',
      relatedSym: [{ symbol: product }],
    });
    return watcher;
  }

  private constructor(parts: {
    readonly feed: ExchangeFeed;
    readonly full: OrderBookView;
    readonly level2: LevelBookView;
    readonly faults: unknown[];
    readonly endFix: () => Promise<void>;
  }) {
    this.#feed = parts.feed;
    this.#full = parts.full;
    this.#level2 = parts.level2;
    this.faults = parts.faults;
    this.#endFix = parts.endFix;
  }

  /** The books, in the words of {@link booksOf}. */
  get books(): Books {
    const rows = (side: 'bid' | 'ask') =>
      this.#full.orders(side).map(({ price, size, id }) => `${id} ${size} @ ${price}`);
    const levels = (side: 'bid' | 'ask') =>
      this.#level2.levels(side).map(({ price, size }) => `${size} @ ${price}`);
    return {
      orders: [...rows('bid'), ...rows('ask')],
      levels: [...levels('bid'), ...levels('ask')],
      fix: this.#fix.lines.map((line) => line.slice(2)),
    };
  }

  async close(): Promise<void> {
    await this.#feed.close();
    await this.#endFix().catch(() => undefined);
  }

  async #follow(
    messages: AsyncIterable<{ readonly message: { readonly type: string } }>,
  ): Promise<void> {
    for await (const { message } of messages) {
      this.#fix.receive(message);
      this.faults.push(...this.#fix.faults.splice(0));
    }
  }
}

/** A book as several clients have it: order by order, by price, and over FIX. */
export interface Books {
  readonly orders: readonly string[];
  readonly levels: readonly string[];
  readonly fix: readonly string[];
}

/** The books of the REST API of a process. */
export async function booksOf({ url }: SandboxProcess): Promise<Books> {
  const rest = connectExchange({ baseUrl: url });
  const third = await getProductBook(rest, product, { level: '3' });
  const second = await getProductBook(rest, product, { level: '2' });
  const orders = [...third.bids, ...third.asks].map(
    ([price, size, id]) => `${id} ${size} @ ${price}`,
  );
  const levels = [...second.bids, ...second.asks].map(([price, size]) => `${size} @ ${price}`);
  return { orders, levels, fix: orders };
}
