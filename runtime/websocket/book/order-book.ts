import {
  canonicalDecimal,
  compareDecimals,
  isZero,
  subtractDecimals,
  sumOfDecimals,
} from './decimal.js';
import type { LevelBookView, PriceLevel, Side } from './level-book.js';
import { SortedPrices } from './sorted-prices.js';

/** An order in a book. */
export interface RestingOrder {
  readonly id: string;
  readonly side: Side;
  readonly price: string;
  readonly size: string;
}

/** Read access to a book of individual orders: its price levels, and the orders themselves. */
export interface OrderBookView extends LevelBookView {
  /** Number of orders on both sides. */
  readonly orderCount: number;
  order(id: string): RestingOrder | undefined;
  /** The orders of a side: best price first, and oldest first at the same price. */
  orders(side: Side, depth?: number): readonly RestingOrder[];
  /** The orders at a price, oldest first. */
  ordersAt(side: Side, price: string): readonly RestingOrder[];
}

interface Order {
  readonly id: string;
  readonly side: Side;
  level: OrderLevel;
  size: string;
}

interface OrderLevel {
  readonly key: string;
  readonly near: number;
  readonly price: string;
  /** In order of arrival, which is the order of execution. */
  readonly orders: Map<string, Order>;
}

interface OrderSide {
  readonly byPrice: Map<string, OrderLevel>;
  readonly sorted: SortedPrices<OrderLevel>;
}

/** An order whose new price meets the other side: it trades before it rests again. */
interface IncomingOrder {
  readonly side: Side;
  readonly price: string;
  readonly size: string;
}

/** A book of individual orders, built from the events of each. */
export class OrderBook implements OrderBookView {
  readonly #orders = new Map<string, Order>();
  readonly #incoming = new Map<string, IncomingOrder>();
  readonly #bids = newSide('highest');
  readonly #asks = newSide('lowest');

  get orderCount(): number {
    return this.#orders.size;
  }

  get bestBid(): PriceLevel | undefined {
    return optionalTotal(this.#bids.sorted.best);
  }

  get bestAsk(): PriceLevel | undefined {
    return optionalTotal(this.#asks.sorted.best);
  }

  get isCrossed(): boolean {
    const bid = this.#bids.sorted.best;
    const ask = this.#asks.sorted.best;
    return bid !== undefined && ask !== undefined && compareDecimals(bid.key, ask.key) >= 0;
  }

  clear(): void {
    this.#orders.clear();
    this.#incoming.clear();
    for (const side of [this.#bids, this.#asks]) {
      side.byPrice.clear();
      side.sorted.clear();
    }
  }

  /** Adds an order, replacing any order with the same id. Returns true if price and size are decimals. */
  add(id: string, side: Side, price: string, size: string): boolean {
    if (canonicalDecimal(price) === undefined || canonicalDecimal(size) === undefined) return false;
    this.remove(id);
    if (isZero(size)) return true;
    const order: Order = { id, side, level: levelAt(this.#side(side), price), size };
    order.level.orders.set(id, order);
    this.#orders.set(id, order);
    return true;
  }

  /** Removes an order. */
  remove(id: string): void {
    this.#incoming.delete(id);
    const order = this.#orders.get(id);
    if (order === undefined) return;
    this.#orders.delete(id);
    removeFromLevel(this.#side(order.side), order);
  }

  /** Reduces the size of an order; at zero, it is removed. Returns true if the size is a decimal. */
  reduce(id: string, by: string): boolean {
    if (canonicalDecimal(by) === undefined) return false;
    const order = this.#orders.get(id);
    if (order === undefined) return true;
    const remaining = subtractDecimals(order.size, by);
    if (remaining === '0' || remaining.startsWith('-')) this.remove(id);
    else order.size = remaining;
    return true;
  }

  /**
   * Changes the size or price of an order, or both. Returns true if they are decimals.
   *
   * An order whose price changes or whose size grows loses its priority: it becomes the most recent at its price. If the new price meets
   * the other side, the order is about to trade: it is not in the book until it is added again, or is changed and does not meet it.
   */
  change(id: string, size: string | undefined, price: string | undefined): boolean {
    if ([size, price].some((text) => text !== undefined && canonicalDecimal(text) === undefined)) {
      return false;
    }
    const order = this.#orders.get(id);
    const incoming = this.#incoming.get(id);
    if (incoming !== undefined) {
      const next = { ...incoming, price: price ?? incoming.price, size: size ?? incoming.size };
      if (this.#meets(next.side, next.price)) this.#incoming.set(id, next);
      else this.add(id, next.side, next.price, next.size);
      return true;
    }
    if (order === undefined) return true;
    const newPrice = price ?? order.level.price;
    const newSize = size ?? order.size;
    const isMoved = canonicalDecimal(newPrice) !== order.level.key;
    if (isMoved && this.#meets(order.side, newPrice)) {
      this.remove(id);
      this.#incoming.set(id, { side: order.side, price: newPrice, size: newSize });
      return true;
    }
    const isLarger = subtractDecimals(order.size, newSize).startsWith('-');
    if (isMoved || isLarger || isZero(newSize)) return this.add(id, order.side, newPrice, newSize);
    order.size = newSize;
    return true;
  }

  order(id: string): RestingOrder | undefined {
    const order = this.#orders.get(id);
    return order === undefined ? undefined : toRestingOrder(order);
  }

  orders(side: Side, depth: number = Infinity): readonly RestingOrder[] {
    const result: RestingOrder[] = [];
    for (const { orders } of this.#side(side).sorted) {
      for (const order of orders.values()) {
        if (result.length >= depth) return result;
        result.push(toRestingOrder(order));
      }
    }
    return result;
  }

  ordersAt(side: Side, price: string): readonly RestingOrder[] {
    const level = this.#side(side).byPrice.get(canonicalDecimal(price) ?? '');
    return level === undefined ? [] : [...level.orders.values()].map(toRestingOrder);
  }

  count(side: Side): number {
    return this.#side(side).byPrice.size;
  }

  levels(side: Side, depth: number = Infinity): readonly PriceLevel[] {
    const result: PriceLevel[] = [];
    for (const level of this.#side(side).sorted) {
      if (result.length >= depth) break;
      result.push(total(level));
    }
    return result;
  }

  sizeAt(side: Side, price: string): string {
    const level = this.#side(side).byPrice.get(canonicalDecimal(price) ?? '');
    return level === undefined ? '0' : total(level).size;
  }

  sizeUpTo(side: Side, price: string): string {
    const key = canonicalDecimal(price);
    if (key === undefined) return '0';
    const limit = { key, near: Number(key) };
    const { sorted } = this.#side(side);
    const sizes: string[] = [];
    for (const level of sorted) {
      if (sorted.compare(level, limit) > 0) break;
      sizes.push(total(level).size);
    }
    return sumOfDecimals(sizes);
  }

  /** True if an order at a price could trade with the other side. */
  #meets(side: Side, price: string): boolean {
    const best = (side === 'bid' ? this.#asks : this.#bids).sorted.best;
    if (best === undefined) return false;
    const difference = compareDecimals(canonicalDecimal(price) ?? price, best.key);
    return side === 'bid' ? difference >= 0 : difference <= 0;
  }

  #side(side: Side): OrderSide {
    return side === 'bid' ? this.#bids : this.#asks;
  }
}

function newSide(best: 'highest' | 'lowest'): OrderSide {
  return { byPrice: new Map(), sorted: new SortedPrices(best) };
}

function levelAt({ byPrice, sorted }: OrderSide, price: string): OrderLevel {
  const key = canonicalDecimal(price) ?? price;
  const existing = byPrice.get(key);
  if (existing !== undefined) return existing;
  const level = { key, near: Number(key), price, orders: new Map<string, Order>() };
  byPrice.set(key, level);
  sorted.add(level);
  return level;
}

function removeFromLevel({ byPrice, sorted }: OrderSide, { id, level }: Order): void {
  level.orders.delete(id);
  if (level.orders.size > 0) return;
  byPrice.delete(level.key);
  sorted.remove(level);
}

function total({ price, orders }: OrderLevel): PriceLevel {
  return { price, size: sumOfDecimals([...orders.values()].map(({ size }) => size)) };
}

function optionalTotal(level: OrderLevel | undefined): PriceLevel | undefined {
  return level === undefined ? undefined : total(level);
}

function toRestingOrder({ id, side, level, size }: Order): RestingOrder {
  return { id, side, price: level.price, size };
}
