import type { HmacPrincipal } from '@tallystick/runtime/auth/hmac';
import type { ExchangeFeedEvent } from '@platform/exchange/feed-server';
import type {
  LastMatchMessage,
  LevelChange,
  RfqMatchMessage,
  SnapshotMessage,
  TickerMessage,
} from '@platform/exchange/types';
import { type Decimal, printDecimal } from '../../domain/numbers.js';
import type { OrdersEvents } from '../../domain/orders/events.js';
import type { OrderTerms, TradeRow } from '../../domain/orders/state.js';
import { type Instant, printInstant, second } from '../../domain/time.js';
import type { Committed, CommittedMarket } from './committed.js';
import type { ChangedLevel, Side } from './shown-book.js';

/** An event of the feed, with its messages on all channels. */
export type FeedEvent = ExchangeFeedEvent<HmacPrincipal>;

type EventNamed<Name extends FeedEvent['event']> = Extract<FeedEvent, { readonly event: Name }>;

/** What all subscribers see of an event. */
export type MessagesOf<Name extends FeedEvent['event']> = NonNullable<EventNamed<Name>['messages']>;

/** What an owner sees in addition. */
export type OwnedOf<Name extends FeedEvent['event']> = NonNullable<
  EventNamed<Name>['owners']
>[number]['messages'];

/** What the messages about an event have in common. */
export interface About {
  readonly product: string;
  readonly sequence: number;
  /** Time of the event, as it is sent. */
  readonly time: string;
}

/** A decimal member, if there is one. */
function optional<Name extends string>(
  name: Name,
  value: Decimal | undefined,
): { readonly [Key in Name]?: string } {
  return value === undefined ? {} : ({ [name]: printDecimal(value) } as { [Key in Name]: string });
}

/** An order that is received, or a stop order whose price was reached. */
export interface ReceivedOrder {
  readonly id: string;
  readonly side: Side;
  readonly price?: Decimal | undefined;
  readonly size?: Decimal | undefined;
  readonly funds?: Decimal | undefined;
}

/** An order is received. */
export function received(
  { product, sequence, time }: About,
  { id, side, price, size, funds }: ReceivedOrder,
): MessagesOf<'received'> {
  return {
    received: {
      type: 'received',
      time,
      product_id: product,
      sequence,
      order_id: id,
      side,
      order_type: price === undefined ? 'market' : 'limit',
      ...optional('size', size),
      ...optional('price', price),
      ...optional('funds', funds),
    },
    level3_noop: ['noop', product, sequence, time],
  };
}

/** An order, or the next slice of one, rests on the book. */
export function opened(
  about: About,
  order: {
    readonly id: string;
    readonly side: Side;
    readonly price: Decimal;
    readonly size: Decimal;
  },
  levels: readonly ChangedLevel[],
): MessagesOf<'open'> {
  const { product, sequence, time } = about;
  const { id, side } = order;
  const [price, size] = [printDecimal(order.price), printDecimal(order.size)];
  return {
    open: {
      type: 'open',
      time,
      product_id: product,
      sequence,
      order_id: id,
      side,
      price,
      remaining_size: size,
    },
    level3_open: ['open', product, sequence, id, side, price, size, time],
    l2update: levelUpdate(about, levels),
  };
}

/** A trade. */
export function matched(
  about: About,
  trade: TradeRow,
  committed: Committed,
  levels: readonly ChangedLevel[],
): MessagesOf<'match'> {
  const { product, sequence, time } = about;
  const { maker, taker } = trade;
  const [price, size] = [printDecimal(trade.price), printDecimal(trade.size)];
  return {
    match: { type: 'match', ...tradeMembers(trade, time) },
    level3_match: ['match', product, sequence, maker, taker, price, size, time],
    ticker: ticker(trade, committed),
    l2update: levelUpdate(about, levels),
  };
}

/** The last trade before a subscription. */
export function lastMatch(trade: TradeRow): LastMatchMessage {
  return { type: 'last_match', ...tradeMembers(trade, printInstant(trade.at)) };
}

/** A trade of a quote (feed-9). */
export function quoteMatch(
  { trade, product, maker, taker, price, size, side }: OrdersEvents['orders.quote-traded'],
  at: Instant,
): RfqMatchMessage {
  return {
    type: 'rfq_match',
    trade_id: trade,
    maker_order_id: maker.id,
    taker_order_id: taker.id,
    time: printInstant(at),
    product_id: product,
    size: printDecimal(size),
    price: printDecimal(price),
    side,
  };
}

function tradeMembers(
  { product, trade, sequence, maker, taker, price, size, side }: TradeRow,
  time: string,
): Omit<LastMatchMessage, 'type'> {
  return {
    trade_id: trade,
    sequence,
    maker_order_id: maker,
    taker_order_id: taker,
    time,
    product_id: product,
    size: printDecimal(size),
    price: printDecimal(price),
    side,
  };
}

/** The price of a product after a trade, or as a new subscriber receives it. */
export function ticker(trade: TradeRow, committed: Committed): TickerMessage {
  const { product } = trade;
  const { book, sequence } = committed.market(product);
  const { open, high, low, volume24h, volume30d } = committed.statisticsUpTo(trade);
  const [bid, bidSize] = book.bids.best ?? [0n, 0n];
  const [ask, askSize] = book.asks.best ?? [0n, 0n];
  return {
    type: 'ticker',
    sequence,
    product_id: product,
    price: printDecimal(trade.price),
    open_24h: printDecimal(open),
    volume_24h: printDecimal(volume24h),
    low_24h: printDecimal(low),
    high_24h: printDecimal(high),
    volume_30d: printDecimal(volume30d),
    best_bid: printDecimal(bid),
    best_bid_size: printDecimal(bidSize),
    best_ask: printDecimal(ask),
    best_ask_size: printDecimal(askSize),
    side: trade.side === 'buy' ? 'sell' : 'buy',
    time: printInstant(trade.at),
    trade_id: trade.trade,
    last_size: printDecimal(trade.size),
  };
}

/** How an order has changed. Sizes are those that the book shows. */
export interface OrderChange {
  readonly id: string;
  readonly side: Side;
  readonly reason: string;
  /** The price, if that is as before. */
  readonly price?: Decimal | undefined;
  readonly oldPrice?: Decimal | undefined;
  readonly newPrice?: Decimal | undefined;
  readonly oldSize?: Decimal | undefined;
  readonly newSize?: Decimal | undefined;
  readonly oldFunds?: Decimal | undefined;
  readonly newFunds?: Decimal | undefined;
}

/** The size or the price of an order has changed. On the channel of rows, it matters only if the order is on the book. */
export function changed(
  about: About,
  change: OrderChange,
  shown: { readonly price: Decimal; readonly size: Decimal } | undefined,
  levels: readonly ChangedLevel[],
): MessagesOf<'change'> {
  const { product, sequence, time } = about;
  const { id, side, reason, oldPrice, newPrice, oldSize, newSize, oldFunds, newFunds } = change;
  const { price = oldPrice } = change;
  const isMoved = newPrice !== undefined && newPrice !== oldPrice;
  return {
    change: {
      type: 'change',
      // Others do not learn that an order had a stop price.
      reason: reason === 'tpsl_triggered' ? 'modify_order' : reason,
      time,
      sequence,
      order_id: id,
      side,
      product_id: product,
      ...optional('old_size', oldSize),
      ...optional('new_size', newSize),
      ...(isMoved
        ? { ...optional('old_price', oldPrice), ...optional('new_price', newPrice) }
        : optional('price', price)),
      ...optional('old_funds', oldFunds),
      ...optional('new_funds', newFunds),
    },
    ...(shown === undefined
      ? { level3_noop: ['noop', product, sequence, time] }
      : {
          level3_change: [
            'change',
            product,
            sequence,
            id,
            printDecimal(shown.price),
            printDecimal(shown.size),
            time,
          ],
        }),
    ...(levels.length === 0 ? {} : { l2update: levelUpdate(about, levels) }),
  };
}

/** An order that is done. */
export interface DoneOrder {
  readonly id: string;
  readonly side: Side;
  readonly reason: 'filled' | 'canceled';
  /** Absent for market orders, and so is what remains of them. */
  readonly price?: Decimal | undefined;
  readonly remaining?: Decimal | undefined;
}

/** An order is not on the book any more, or never was. */
export function done(
  about: About,
  { id, side, reason, price, remaining }: DoneOrder,
  levels: readonly ChangedLevel[],
): MessagesOf<'done'> {
  const { product, sequence, time } = about;
  return {
    done: {
      type: 'done',
      time,
      product_id: product,
      sequence,
      order_id: id,
      side,
      reason,
      ...(price === undefined
        ? {}
        : { price: printDecimal(price), ...optional('remaining_size', remaining) }),
    },
    level3_done: ['done', product, sequence, id, time],
    ...(levels.length === 0 ? {} : { l2update: levelUpdate(about, levels) }),
  };
}

/** A stop order waits for its price. */
export function activated(order: OrderTerms, user: string, at: Instant): OwnedOf<'activate'> {
  const { id, product, profile, side, stop, stopPrice = 0n, size, funds } = order;
  return {
    activate: {
      type: 'activate',
      product_id: product,
      timestamp: (at / second).toFixed(6),
      user_id: user,
      profile_id: profile,
      order_id: id,
      stop_type: stop ?? (side === 'sell' ? 'loss' : 'entry'),
      side,
      stop_price: printDecimal(stopPrice),
      ...optional('size', size),
      ...optional('funds', funds),
      private: true,
    },
  };
}

/** The book of a product by price. */
export function snapshot(
  product: string,
  { book }: CommittedMarket,
  now: Instant,
): SnapshotMessage {
  const levels = (side: 'bids' | 'asks') =>
    book[side].list().map(([price, size]) => [printDecimal(price), printDecimal(size)] as const);
  return {
    type: 'snapshot',
    product_id: product,
    bids: levels('bids'),
    asks: levels('asks'),
    time: printInstant(now),
  };
}

function levelUpdate(
  { product, time }: About,
  levels: readonly ChangedLevel[],
): MessagesOf<'open'>['l2update'] {
  const changes = levels.map(([side, price, size]): LevelChange => [
    side,
    printDecimal(price),
    printDecimal(size),
  ]);
  return { type: 'l2update', product_id: product, changes, time };
}
