import type { Client } from '@tallystick/runtime/http';
import {
  cancelOrder,
  createOrder,
  type ExchangeFeed,
  type ExchangeFeedChannels,
  listFills,
  listOrders,
} from '@platform/exchange';
import type { CreateOrderRequest, Fill, Order } from '@platform/exchange/types';
import type { Products } from './products.js';
import { Reload } from './reload.js';
import { Store } from './store.js';

/** A message about an order of the profile. */
export type OrderEvent = ExchangeFeedChannels['user']['message'];

/** Number of the newest orders that are loaded, beside those that are not done. */
const recent = 100;

/** Number of orders whose messages are kept. */
const maxKept = 500;

interface OrderParts {
  readonly client: Client;
  readonly feed: ExchangeFeed;
  readonly products: Products;
}

/** The orders of the profile: from the REST API, and again when the channel `user` says that something has changed. */
export class Orders extends Store {
  readonly #parts: OrderParts;
  readonly #reload: Reload;
  readonly #report: (error: unknown) => void;
  readonly #followed = new Set<string>();
  readonly #events = new Map<string, OrderEvent[]>();
  #orders: readonly Order[] | undefined;

  constructor(parts: OrderParts, report: (error: unknown) => void) {
    super();
    this.#parts = parts;
    this.#report = report;
    this.#reload = new Reload(() => this.#load(), report);
    this.#reload.request();
    parts.products.listen(() => this.#follow());
  }

  /** The orders, newest first; `undefined` until they are known. */
  get all(): readonly Order[] | undefined {
    return this.#orders;
  }

  /** What the feed has said of an order since the page was opened, in order. */
  eventsOf(id: string): readonly OrderEvent[] {
    return this.#events.get(id) ?? [];
  }

  /**
   * Places an order.
   *
   * @throws {ApiError} with the reason if it is refused
   */
  async place(request: CreateOrderRequest): Promise<Order> {
    const order = await createOrder(this.#parts.client, request);
    this.#put(order);
    return order;
  }

  /**
   * Cancels an order.
   *
   * @throws {ApiError} with the reason if it cannot be cancelled any more
   */
  async cancel(id: string): Promise<void> {
    await cancelOrder(this.#parts.client, id);
    this.#reload.request();
  }

  /** The newest fills of an order, oldest first. */
  async fillsOf(id: string): Promise<readonly Fill[]> {
    const fills = await listFills(this.#parts.client, { order_id: id, limit: recent });
    return fills.toReversed();
  }

  async #load(): Promise<void> {
    const { client } = this.#parts;
    const [open, newest] = await Promise.all([
      listOrders(client, { status: ['open', 'active', 'pending', 'received'] }),
      listOrders(client, { status: ['all'], limit: recent }),
    ]);
    const orders = new Map([...open, ...newest].map((order) => [order.id, order]));
    this.#orders = [...orders.values()].toSorted(newestFirst);
    this.changed();
  }

  /** Follows the products that are not followed yet. */
  #follow(): void {
    const { feed, products } = this.#parts;
    const added = (products.all ?? []).map(({ id }) => id).filter((id) => !this.#followed.has(id));
    if (added.length === 0) return;
    for (const id of added) this.#followed.add(id);
    feed
      .subscribe('user', {
        keys: added,
        onMessage: (message) => this.#heard(message),
        // What happened in the meantime is not repeated.
        onReset: () => this.#reload.request(),
      })
      .catch(this.#report);
  }

  #heard(event: OrderEvent): void {
    for (const id of ordersOf(event)) {
      const events = this.#events.get(id) ?? [];
      // Moved to the end: the orders that were not heard of for the longest time are forgotten.
      this.#events.delete(id);
      this.#events.set(id, [...events, event]);
    }
    const [oldest] = this.#events.keys();
    if (oldest !== undefined && this.#events.size > maxKept) this.#events.delete(oldest);
    this.#reload.request();
    this.changed();
  }

  #put(order: Order): void {
    const others = (this.#orders ?? []).filter(({ id }) => id !== order.id);
    this.#orders = [order, ...others].toSorted(newestFirst);
    this.changed();
  }
}

function newestFirst(one: Order, other: Order): number {
  return one.created_at < other.created_at ? 1 : -1;
}

/** The orders that a message is about. */
function ordersOf(event: OrderEvent): readonly string[] {
  if (event.type === 'match') return [event.maker_order_id, event.taker_order_id];
  return [event.order_id];
}

/** True for an order that can still be filled or cancelled. */
export function isOpen({ status }: Order): boolean {
  return ['received', 'pending', 'active', 'open'].includes(status);
}

/** The orders of a product that are not done, newest first; `undefined` until they are known. */
export function openOrdersOf({ all }: Orders, product: string): readonly Order[] | undefined {
  return all?.filter((order) => order.product_id === product && isOpen(order));
}
