import type { OrderSide } from '@platform/exchange';
import type { Decimal } from '../numbers.js';
import { type ApplyContext, type EventMaker, type EventType, makeEvent } from '../subject.js';
import type { Instant } from '../time.js';
import { settings } from '../../settings.js';
import { countBookReports } from './book-reports.js';
import {
  changedRow,
  doneRow,
  matchedRow,
  newRow,
  openedRow,
  rejectedRow,
  triggeredRow,
} from './rows.js';
import { opposite } from './sides.js';
import type { FillRow, OrderRow, OrdersState, OrderTerms, Progress } from './state.js';

/** An order as it was accepted. */
export interface NewOrder extends OrderTerms, Progress {
  readonly arrival: number;
}

/** What each message about an order names, with its place in the product's sequence (book-2). */
export interface OrderReference {
  readonly id: string;
  readonly product: string;
  readonly profile: string;
  readonly clientId?: string | undefined;
  readonly side: OrderSide;
  readonly sequence: number;
}

/** One side of a trade: the order with its progress after it. */
export interface MatchedSide extends Progress {
  readonly id: string;
  readonly profile: string;
  readonly clientId?: string | undefined;
  readonly fee: Decimal;
  readonly rate: Decimal;
  readonly usdVolume: Decimal;
}

/** One side of a trade of a quote: the quote, or the request. */
export interface QuoteSide {
  readonly id: string;
  readonly profile: string;
  readonly fee: Decimal;
  readonly rate: Decimal;
}

/**
 * Events of the subject `orders`. Those with a sequence number are numbered without gaps in their product, in this order, and contain what
 * the feed and FIX report, because the state may be ahead when they are sent.
 */
export interface OrdersEvents {
  /** An order was accepted that may be filled or rest. */
  readonly 'orders.received': { readonly order: NewOrder; readonly sequence: number };
  /** A stop order was accepted, and waits for its price. It has no sequence number (orders-12). */
  readonly 'orders.activated': { readonly order: NewOrder };
  /** A post-only order would have been filled (orders-14). It has no sequence number. */
  readonly 'orders.rejected': { readonly order: NewOrder; readonly reason: string };
  /** A stop order has become a limit order: it is received. */
  readonly 'orders.triggered': OrderReference & {
    readonly price: Decimal;
    readonly size: Decimal;
    readonly stopPrice: Decimal;
  };
  /** An order rests on the book, or the next slice of an iceberg order does (book-11). */
  readonly 'orders.opened': OrderReference & {
    readonly price: Decimal;
    readonly progress: Progress;
  };
  readonly 'orders.matched': {
    readonly product: string;
    readonly sequence: number;
    readonly trade: number;
    readonly price: Decimal;
    readonly size: Decimal;
    /** Side of the maker. */
    readonly side: OrderSide;
    readonly maker: MatchedSide;
    readonly taker: MatchedSide;
  };
  readonly 'orders.changed': OrderReference & {
    readonly reason: 'STP' | 'modify_order' | 'tpsl_triggered' | 'remainder_after_modification';
    /** True if it is, or was, on the book. */
    readonly isOnBook: boolean;
    /** Its price, if that is as before; absent for a market order. */
    readonly price?: Decimal | undefined;
    readonly oldPrice?: Decimal | undefined;
    readonly newPrice?: Decimal | undefined;
    /** Sizes as the book shows them; absent for an order by funds. */
    readonly oldSize?: Decimal | undefined;
    readonly newSize?: Decimal | undefined;
    readonly oldFunds?: Decimal | undefined;
    readonly newFunds?: Decimal | undefined;
    /** The identifier before, if it was changed. */
    readonly oldClientId?: string | undefined;
    /** True if it keeps its time. */
    readonly keepsPriority: boolean;
    /** The whole size after a modification; otherwise absent. */
    readonly size?: Decimal | undefined;
    readonly progress: Progress;
  };
  readonly 'orders.done': OrderReference & {
    readonly reason: 'filled' | 'canceled';
    /** `101:Time In Force` and so on; absent if its owner cancelled it, and if it was filled. */
    readonly cancelReason?: string | undefined;
    readonly price?: Decimal | undefined;
    /** Size that was not filled, hidden parts included; absent for an order by funds. */
    readonly remaining?: Decimal | undefined;
    /** True if it was on the book, and what the book showed of it then. */
    readonly isOnBook: boolean;
    readonly shown: Decimal;
  };
  /** A quote was selected: a trade outside the book, without a sequence number (quotes-4). */
  readonly 'orders.quote-traded': {
    readonly product: string;
    /** From 1 on among the trades of quotes of the product. */
    readonly trade: number;
    readonly price: Decimal;
    readonly size: Decimal;
    /** Side of the maker. */
    readonly side: OrderSide;
    /** Value in US dollars. */
    readonly usdVolume: Decimal;
    readonly maker: QuoteSide;
    readonly taker: QuoteSide;
  };
  /** An order is too old to be read (orders-15). */
  readonly 'orders.forgotten': { readonly id: string };
}

export const event: EventMaker<OrdersEvents> = makeEvent;

/** Command that cancels an order at its time, and the one that forgets it. */
const expire = 'orders.expire';
const forget = 'orders.forget';

export const ordersEvents: {
  readonly [Name in keyof OrdersEvents]: EventType<OrdersState, OrdersEvents[Name]>;
} = {
  'orders.received': {
    version: 1,
    apply(own, { order, sequence }, context) {
      arrive(own, newRow(order, 'pending', context.at), context);
      advance(own, order.product, sequence, context);
    },
  },

  'orders.activated': {
    version: 1,
    apply: (own, { order }, context) => arrive(own, newRow(order, 'active', context.at), context),
  },

  'orders.rejected': {
    version: 1,
    apply(own, { order, reason }, { at, due }) {
      own.orders.set(order.id, rejectedRow(order, reason, at));
      due.set(forget, order.id, at + settings['orders-15'].rejected);
    },
  },

  'orders.triggered': {
    version: 1,
    apply(own, { id, product, sequence }, context) {
      change(own, id, triggeredRow);
      advance(own, product, sequence, context);
    },
  },

  'orders.opened': {
    version: 1,
    apply(own, { id, product, sequence, progress }, context) {
      change(own, id, (row) => openedRow(row, progress, sequence));
      advance(own, product, sequence, context, 1);
    },
  },

  'orders.matched': {
    version: 1,
    apply(own, data, context) {
      const { product, sequence, trade, price, size, side, maker, taker } = data;
      change(own, maker.id, (row) => matchedRow(row, maker));
      change(own, taker.id, (row) => matchedRow(row, taker));
      const { at } = context;
      const before = own.tradesByProduct.last(product)?.totalSize ?? 0n;
      const reports = countBookReports('orders.matched', data);
      own.trades.append({
        product,
        trade,
        sequence,
        price,
        size,
        side,
        maker: maker.id,
        taker: taker.id,
        at,
        totalSize: before + size,
      });
      const { usdVolume } = maker;
      const about = { trade, product, price, size, usdVolume, marketType: 'spot', at } as const;
      addFill(own, about, maker, side, 'M');
      addFill(own, about, taker, opposite(side), 'T');
      own.markets.update(product, ({ arrivals, reports: sofar }) => ({
        product,
        sequence,
        arrivals,
        trades: trade,
        reports: sofar + reports,
        lastPrice: price,
        at,
      }));
    },
  },

  'orders.changed': {
    version: 1,
    apply(own, data, context) {
      change(own, data.id, (row) => changedRow(row, data));
      const reports = countBookReports('orders.changed', data);
      advance(own, data.product, data.sequence, context, reports);
    },
  },

  'orders.done': {
    version: 1,
    apply(own, data, context) {
      const { id, product, sequence, reason, cancelReason } = data;
      const { at, due } = context;
      const row = own.orders.get(id);
      if (row === undefined) return;
      own.orders.set(id, doneRow(row, reason, cancelReason, at));
      if (row.expireAt !== undefined) due.delete(expire, id);
      if (row.filled === 0n) due.set(forget, id, at + settings['orders-15'].canceled);
      advance(own, product, sequence, context, countBookReports('orders.done', data));
    },
  },

  'orders.quote-traded': {
    version: 1,
    apply(own, data, { at }) {
      const { product, trade, price, size, side, usdVolume, maker, taker } = data;
      const before = own.quoteTradesByProduct.last(product)?.totalSize ?? 0n;
      own.quoteTrades.append({
        product,
        trade,
        price,
        size,
        side,
        maker: maker.id,
        taker: taker.id,
        at,
        totalSize: before + size,
      });
      const about = { trade, product, price, size, usdVolume, marketType: 'rfq', at } as const;
      addFill(own, about, maker, side, 'M');
      addFill(own, about, taker, opposite(side), 'T');
    },
  },

  'orders.forgotten': { version: 1, apply: ({ orders }, { id }) => void orders.delete(id) },
};

function change({ orders }: OrdersState, id: string, next: (row: OrderRow) => OrderRow): void {
  orders.update(id, next);
}

function arrive({ orders, markets }: OrdersState, row: OrderRow, { at, due }: ApplyContext): void {
  orders.set(row.id, row);
  if (row.expireAt !== undefined) due.set(expire, row.id, row.expireAt);
  const { product, arrival: arrivals } = row;
  const { sequence = 0, trades = 0, reports = 0, lastPrice } = markets.get(product) ?? {};
  markets.set(product, { product, sequence, arrivals, trades, reports, lastPrice, at });
}

function advance(
  { markets }: OrdersState,
  product: string,
  sequence: number,
  { at }: ApplyContext,
  reports = 0,
): void {
  markets.update(product, ({ arrivals, trades, reports: sofar, lastPrice }) => ({
    product,
    sequence,
    arrivals,
    trades,
    reports: sofar + reports,
    lastPrice,
    at,
  }));
}

/** What both fills of a trade have in common. */
type TradeFills = Pick<
  FillRow,
  'trade' | 'product' | 'price' | 'size' | 'usdVolume' | 'marketType'
> & { readonly at: Instant };

function addFill(
  { fills, fillsByProfile }: OrdersState,
  { trade, product, price, size, usdVolume, marketType, at: createdAt }: TradeFills,
  { id: order, profile, fee, rate }: QuoteSide,
  side: OrderSide,
  liquidity: 'M' | 'T',
): void {
  const before = fillsByProfile.last(profile)?.totalUsdVolume ?? 0n;
  // Quotes do not count in the volume of their profiles.
  const totalUsdVolume = marketType === 'rfq' ? before : before + usdVolume;
  fills.append({
    trade,
    product,
    price,
    size,
    order,
    profile,
    side,
    liquidity,
    fee,
    rate,
    usdVolume,
    marketType,
    createdAt,
    totalUsdVolume,
  });
}
