import {
  canonicalDecimal,
  compareDecimals,
  isZero,
  subtractDecimals,
  sumOfDecimals,
} from './decimal.js';
import type { LevelBookView, PriceLevel, Side } from './level-book.js';
import { SortedPrices } from './sorted-prices.js';

/** An order that rests on a book. */
export interface RestingOrder {
  readonly id: string;
  readonly side: Side;
  readonly price: string;
  readonly size: string;
}

/** What can be asked of a book of single orders: what a book of levels answers, and the orders themselves. */
export interface OrderBookView extends LevelBookView {
  /** How many orders rest on both sides. */
  readonly orderCount: number;
  order(id: string): RestingOrder | undefined;
  /** The orders of a side, best price first, at one price the oldest first. */
  orders(side: Side, depth?: number): readonly RestingOrder[];
  /** The orders at one price, the oldest first. */
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
  /** In the order in which they came, which is the order in which they trade. */
  readonly orders: Map<string, Order>;
}

interface OrderSide {
  readonly byPrice: Map<string, OrderLevel>;
  readonly sorted: SortedPrices<OrderLevel>;
}

/** A book of single orders, kept from what happens to each. */
export class OrderBook implements OrderBookView {
  readonly #orders = new Map<string, Order>();
  readonly #bids = newSide('highest');
  readonly #asks = newSide('lowest');

  get orderCount(): number {
    return this.#orders.size;
  }

  get bestBid(): PriceLevel | undefined {
    return totalOf(this.#bids.sorted.best);
  }

  get bestAsk(): PriceLevel | undefined {
    return totalOf(this.#asks.sorted.best);
  }

  get isCrossed(): boolean {
    const bid = this.#bids.sorted.best;
    const ask = this.#asks.sorted.best;
    return bid !== undefined && ask !== undefined && compareDecimals(bid.key, ask.key) >= 0;
  }

  clear(): void {
    this.#orders.clear();
    for (const side of [this.#bids, this.#asks]) {
      side.byPrice.clear();
      side.sorted.clear();
    }
  }

  /** Puts an order on the book, in the place of one with its id. Answers whether price and size are decimals. */
  add(id: string, side: Side, price: string, size: string): boolean {
    if (canonicalDecimal(price) === undefined || canonicalDecimal(size) === undefined) return false;
    this.remove(id);
    if (isZero(size)) return true;
    const order: Order = { id, side, level: levelAt(this.#side(side), price), size };
    order.level.orders.set(id, order);
    this.#orders.set(id, order);
    return true;
  }

  /** Takes an order off the book. */
  remove(id: string): void {
    const order = this.#orders.get(id);
    if (order === undefined) return;
    this.#orders.delete(id);
    leave(this.#side(order.side), order);
  }

  /** Makes an order smaller; at nothing it leaves. Answers whether the size is a decimal. */
  reduce(id: string, by: string): boolean {
    if (canonicalDecimal(by) === undefined) return false;
    const order = this.#orders.get(id);
    if (order === undefined) return true;
    const left = subtractDecimals(order.size, by);
    if (left === '0' || left.startsWith('-')) this.remove(id);
    else order.size = left;
    return true;
  }

  /**
   * Gives an order another size, another price, or both. At another price it is the youngest, and so it is where it grows. Answers
   * whether what was given are decimals.
   */
  change(id: string, size: string | undefined, price: string | undefined): boolean {
    if ([size, price].some((text) => text !== undefined && canonicalDecimal(text) === undefined)) {
      return false;
    }
    const order = this.#orders.get(id);
    if (order === undefined) return true;
    const newPrice = price ?? order.level.price;
    const newSize = size ?? order.size;
    const moves = canonicalDecimal(newPrice) !== order.level.key;
    const grows = subtractDecimals(order.size, newSize).startsWith('-');
    if (moves || grows || isZero(newSize)) return this.add(id, order.side, newPrice, newSize);
    order.size = newSize;
    return true;
  }

  order(id: string): RestingOrder | undefined {
    const order = this.#orders.get(id);
    return order === undefined ? undefined : resting(order);
  }

  orders(side: Side, depth: number = Infinity): readonly RestingOrder[] {
    const found: RestingOrder[] = [];
    for (const { orders } of this.#side(side).sorted) {
      for (const order of orders.values()) {
        if (found.length >= depth) return found;
        found.push(resting(order));
      }
    }
    return found;
  }

  ordersAt(side: Side, price: string): readonly RestingOrder[] {
    const level = this.#side(side).byPrice.get(canonicalDecimal(price) ?? '');
    return level === undefined ? [] : [...level.orders.values()].map(resting);
  }

  count(side: Side): number {
    return this.#side(side).byPrice.size;
  }

  levels(side: Side, depth: number = Infinity): readonly PriceLevel[] {
    const found: PriceLevel[] = [];
    for (const level of this.#side(side).sorted) {
      if (found.length >= depth) break;
      found.push(total(level));
    }
    return found;
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

  #side(side: Side): OrderSide {
    return side === 'bid' ? this.#bids : this.#asks;
  }
}

function newSide(best: 'highest' | 'lowest'): OrderSide {
  return { byPrice: new Map(), sorted: new SortedPrices(best) };
}

function levelAt({ byPrice, sorted }: OrderSide, price: string): OrderLevel {
  const key = canonicalDecimal(price) ?? price;
  const known = byPrice.get(key);
  if (known !== undefined) return known;
  const level = { key, near: Number(key), price, orders: new Map<string, Order>() };
  byPrice.set(key, level);
  sorted.add(level);
  return level;
}

function leave({ byPrice, sorted }: OrderSide, { id, level }: Order): void {
  level.orders.delete(id);
  if (level.orders.size > 0) return;
  byPrice.delete(level.key);
  sorted.remove(level);
}

function total({ price, orders }: OrderLevel): PriceLevel {
  return { price, size: sumOfDecimals([...orders.values()].map(({ size }) => size)) };
}

function totalOf(level: OrderLevel | undefined): PriceLevel | undefined {
  return level === undefined ? undefined : total(level);
}

function resting({ id, side, level, size }: Order): RestingOrder {
  return { id, side, price: level.price, size };
}
