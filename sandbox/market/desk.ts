import type { CreateOrderRequest, Order } from '@platform/exchange';
import type { Role, RoleClients } from './accounts.js';
import type { MarketView } from './market-view.js';
import { type Pair, priceText, sizeText } from './products.js';
import type { Wave } from './wave.js';

/** What a {@link Desk} consists of. */
export interface DeskOptions {
  readonly pair: Pair;
  readonly clients: RoleClients;
  readonly view: MarketView;
  readonly wave: Wave;
  readonly now: () => number;
  /** Source of fractions from 0 up to 1. */
  readonly random: () => number;
  readonly signal: AbortSignal;
}

/** An order of a bot. Without a time in force it may only rest. */
export interface BotOrder {
  readonly side: 'buy' | 'sell';
  readonly price: number;
  readonly size: number;
  readonly isImmediate?: boolean;
}

/** The exchange refused the key, because it no longer exists. The bots then look for their keys again. */
export class KeyRefused extends Error {
  override readonly name = 'KeyRefused';
}

/** What bots do with one product: they see its market, and list, place and cancel their orders over REST. */
export class Desk {
  readonly pair: Pair;
  readonly random: () => number;
  readonly #options: DeskOptions;
  #middle: number | undefined;

  constructor(options: DeskOptions) {
    this.#options = options;
    this.pair = options.pair;
    this.random = options.random;
  }

  /** Price around which the maker quotes. It follows the trades, and never goes further than a quarter away from where the market moves. */
  middle(): number {
    const goal = this.goal(0);
    const last = this.#options.view.lastPrice(this.pair.id) ?? goal;
    const before = this.#middle ?? last;
    const next = before + (last - before) / 2;
    this.#middle = Math.min(Math.max(next, goal * 0.75), goal * 1.25);
    return this.#middle;
  }

  /** Price towards which the market moves, some milliseconds from now. */
  goal(milliseconds: number): number {
    const { wave, now } = this.#options;
    return wave.at(now() + milliseconds);
  }

  /** Best price of the orders of a side; `undefined` if there are none. */
  best(side: 'buy' | 'sell'): number | undefined {
    return this.#options.view.best(this.pair.id, side);
  }

  /** The open orders of a bot; `undefined` if they cannot be listed now. */
  async open(role: Role): Promise<readonly Order[] | undefined> {
    const { clients, signal } = this.#options;
    const query = { product_id: this.pair.id, status: ['open'], limit: 100 } as const;
    const outcome = await clients[role].orders.list.result(query, { signal });
    requireKey(outcome.status);
    return outcome.kind === 'success' ? outcome.value : undefined;
  }

  /** Places an order. What the exchange refuses, the bots do without. */
  async place(role: Role, { side, price, size, isImmediate = false }: BotOrder): Promise<void> {
    const { clients, signal } = this.#options;
    const body: CreateOrderRequest = {
      type: 'limit',
      side,
      product_id: this.pair.id,
      price: priceText(this.pair, side, price),
      size: sizeText(size),
      ...(isImmediate ? { time_in_force: 'IOC' } : { post_only: true }),
    };
    requireKey((await clients[role].orders.create.result(body, { signal })).status);
  }

  /** Buys or sells at once, whatever the price. */
  async trade(role: Role, side: 'buy' | 'sell', size: number): Promise<void> {
    const { clients, signal } = this.#options;
    const body = { type: 'market', side, product_id: this.pair.id, size: sizeText(size) } as const;
    requireKey((await clients[role].orders.create.result(body, { signal })).status);
  }

  async cancel(role: Role, id: string): Promise<void> {
    const { clients, signal } = this.#options;
    const options = { query: { product_id: this.pair.id }, signal };
    requireKey((await clients[role].orders.cancel.result(id, undefined, options)).status);
  }
}

function requireKey(status: number | undefined): void {
  if (status === 401) throw new KeyRefused('The exchange does not know the key.');
}
