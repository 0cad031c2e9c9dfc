import type { OrderSide } from '@platform/exchange';
import type { Decimal } from '../numbers.js';
import type { Direction, Rank } from '../ranked.js';
import type { View } from '../subject.js';
import type { Page, PageRange } from '../lists.js';
import { day, type Instant } from '../time.js';
import {
  clientKey,
  type FillRow,
  groupOf,
  isOpen,
  type MarketRow,
  type OrderRow,
  type OrdersState,
  type TradeRow,
} from './state.js';
import { volumeSince } from './statistics.js';

/** How a caller names an order: by its id, or by its own identifier. */
export interface OrderName {
  readonly id?: string | undefined;
  readonly clientId?: string | undefined;
}

/**
 * An order of a profile; `undefined` for one of another profile. Of several with the same client's identifier it is the open one, or the one
 * that was accepted last.
 */
export function findOrder(
  { orders, openByClientId, byClientId }: View<OrdersState>,
  profile: string,
  { id, clientId }: OrderName,
): OrderRow | undefined {
  if (id !== undefined) {
    const order = orders.get(id.toLowerCase());
    return order?.profile === profile ? order : undefined;
  }
  if (clientId === undefined) return undefined;
  const key = clientKey(profile, clientId);
  return openByClientId.get(key) ?? byClientId.last(key);
}

/** Which orders a list has. */
export interface OrderFilter {
  readonly product?: string | undefined;
  /** Only open and waiting orders. */
  readonly isOpen?: boolean | undefined;
}

/** A page of the orders of a profile, newest first. */
export function listOrders(
  { byProfile, byProfileAndProduct, open, openByProfile }: View<OrdersState>,
  profile: string,
  filter: OrderFilter,
  range: PageRange,
): Page<OrderRow> {
  const { product } = filter;
  if (product === undefined)
    return (filter.isOpen === true ? openByProfile : byProfile).page(profile, range);
  const index = filter.isOpen === true ? open : byProfileAndProduct;
  return index.page(groupOf(profile, product), range);
}

/** A page of the fills of a profile, newest first: of one order, or of one product (fills-2). */
export function listFills(
  { orders, fillsByOrder, fillsByProduct }: View<OrdersState>,
  profile: string,
  about: { readonly order: string } | { readonly product: string },
  range: PageRange,
): Page<FillRow> {
  if ('product' in about) return fillsByProduct.page(groupOf(profile, about.product), range);
  const order = orders.get(about.order.toLowerCase());
  return fillsByOrder.page(order?.profile === profile ? order.id : '', range);
}

/** A product's sequence, last price and so on; before its first order, all are zero. */
export function marketOf({ markets }: View<OrdersState>, product: string): MarketRow {
  return (
    markets.get(product) ?? { product, sequence: 0, arrivals: 0, trades: 0, reports: 0, at: 0 }
  );
}

/** Price, size that is shown, and number of orders. */
export interface BookLevel {
  readonly price: Decimal;
  readonly size: Decimal;
  readonly count: number;
}

/** The best price of a side. */
export function bestLevel(
  { book }: View<OrdersState>,
  product: string,
  side: OrderSide,
): BookLevel | undefined {
  const rank = book.first(groupOf(product, side), directionOf(side));
  return rank === undefined ? undefined : levelOf(rank);
}

/** All prices of a side, the best one first (level 2). */
export function bookLevels(
  { book }: View<OrdersState>,
  product: string,
  side: OrderSide,
): readonly BookLevel[] {
  return [...book.ranks(groupOf(product, side), directionOf(side))].map(levelOf);
}

/** All orders of a side on the book, the first one to be filled first (level 3). What the book shows of each is `shown`. */
export function bookOrders(
  { book }: View<OrdersState>,
  product: string,
  side: OrderSide,
): readonly OrderRow[] {
  return [...book.rows(groupOf(product, side), directionOf(side))];
}

function levelOf({ rank, total, count }: Rank): BookLevel {
  return { price: rank, size: total, count };
}

function directionOf(side: OrderSide): Direction {
  return side === 'buy' ? 'down' : 'up';
}

/** The last trade of a product; `undefined` before the first one. */
export function lastTrade(
  { tradesByProduct }: View<OrdersState>,
  product: string,
): TradeRow | undefined {
  return tradesByProduct.last(product);
}

/** A page of the trades of a product, newest first. */
export function listTrades(
  { tradesByProduct }: View<OrdersState>,
  product: string,
  range: PageRange,
): Page<TradeRow> {
  return tradesByProduct.page(product, range);
}

/** What the ticker says; `undefined` before the first trade. */
export interface Ticker {
  readonly last: TradeRow;
  readonly bid: BookLevel | undefined;
  readonly ask: BookLevel | undefined;
  readonly volume24h: Decimal;
  /** Volume of quotes, which is no part of the other. */
  readonly quoteVolume24h: Decimal;
}

/** The ticker of a product; `undefined` before the first trade. */
export function tickerOf(
  state: View<OrdersState>,
  product: string,
  now: Instant,
): Ticker | undefined {
  const last = lastTrade(state, product);
  if (last === undefined) return undefined;
  return {
    last,
    bid: bestLevel(state, product, 'buy'),
    ask: bestLevel(state, product, 'sell'),
    volume24h: volumeSince(state.tradesByProduct, product, now - day),
    quoteVolume24h: volumeSince(state.quoteTradesByProduct, product, now - day),
  };
}

/** True if an order can still be filled or cancelled. */
export { isOpen };
