import type {
  DoneReason,
  Liquidity,
  MarketType,
  OrderSide,
  OrderStatus,
  SelfTradePrevention,
  StopDirection,
} from '@platform/exchange';
import { Log, type LogIndex } from '../log.js';
import type { Decimal } from '../numbers.js';
import type { Packing } from '../packed-rows.js';
import type { RankedIndex, Ranking } from '../ranked.js';
import { type FixedIndex, type Index, Table, type UniqueIndex } from '../tables.js';
import type { Instant } from '../time.js';

/** Kind of an order: `stop` becomes a limit order, `tpsl` is one that a trade reprices. */
export type OrderKind = 'limit' | 'market' | 'stop' | 'tpsl';

/** How long an order is good. GTD is GTT with a time instead of a period. */
export type Lifetime = 'GTC' | 'GTT' | 'GTD' | 'IOC' | 'FOK';

/** What was requested, and what a modification changes. */
export interface OrderTerms {
  readonly id: string;
  readonly product: string;
  readonly profile: string;
  /** Identifier of the client, as it wrote it. */
  readonly clientId?: string | undefined;
  readonly side: OrderSide;
  readonly kind: OrderKind;
  /** The limit; that of a TPSL that was triggered is its stop limit price. Absent for market orders. */
  readonly price?: Decimal | undefined;
  /** Amount of the base currency; absent for orders by funds. */
  readonly size?: Decimal | undefined;
  /** Amount of the quote currency; absent for orders by size. */
  readonly funds?: Decimal | undefined;
  /** Absent for market orders. */
  readonly lifetime?: Lifetime | undefined;
  /** Time at which a GTT or GTD order is cancelled. */
  readonly expireAt?: Instant | undefined;
  readonly postOnly: boolean;
  readonly stp: SelfTradePrevention;
  /** Direction of the stop price. */
  readonly stop?: StopDirection | undefined;
  readonly stopPrice?: Decimal | undefined;
  readonly stopLimitPrice?: Decimal | undefined;
  /** What the book shows of an iceberg order. */
  readonly maxFloor?: Decimal | undefined;
  /** Highest fee rate that a fill of the order can be charged: the taker's when it was accepted. */
  readonly rate: Decimal;
  /** Surface over which it was placed. */
  readonly surface: string;
  /** The FIX session, from its Logon on. */
  readonly session?: string | undefined;
}

/** How far an order has got. */
export interface Progress {
  /** Size that can still be filled; 0 of an order by funds that never rested. */
  readonly left: Decimal;
  /** Funds that can still be spent or brought in, of an order by funds that never rested; otherwise 0. */
  readonly fundsLeft: Decimal;
  /** What the book shows of it; 0 if it is not on the book. */
  readonly shown: Decimal;
  readonly filled: Decimal;
  /** Price × size of its fills. */
  readonly value: Decimal;
  /** What its fills were charged. */
  readonly fees: Decimal;
  /** The fees before rounding, in units of 10⁻³⁶ (fees-2). */
  readonly exactFees: bigint;
  /** What is held for it: quote currency of a purchase, base currency of a sale. */
  readonly hold: Decimal;
}

/** An order. */
export interface OrderRow extends OrderTerms, Progress {
  readonly status: OrderStatus;
  /** Number among the orders of its product, by arrival. */
  readonly arrival: number;
  /** Time priority on the book: the sequence number that put it where it is; 0 if it is not on the book. */
  readonly priority: number;
  /** True of a stop order that became a limit order, and of a TPSL that was repriced. */
  readonly isTriggered: boolean;
  readonly createdAt: Instant;
  readonly doneAt?: Instant | undefined;
  readonly doneReason?: DoneReason | undefined;
  /** `101:Time In Force` and so on; absent if its owner cancelled it. */
  readonly cancelReason?: string | undefined;
  readonly rejectReason?: string | undefined;
}

/** A trade of two orders. */
export interface TradeRow {
  readonly product: string;
  /** From 1 on in its product. */
  readonly trade: number;
  readonly sequence: number;
  readonly price: Decimal;
  readonly size: Decimal;
  /** Side of the maker. */
  readonly side: OrderSide;
  readonly maker: string;
  readonly taker: string;
  readonly at: Instant;
  /** Size of all trades of the product up to this one. */
  readonly totalSize: Decimal;
}

/** A trade of a quote (quotes-4). It has no place in the sequence of the product. */
export interface QuoteTradeRow extends Omit<TradeRow, 'sequence'> {
  /** From 1 on among the trades of quotes of its product. */
  readonly trade: number;
  /** Id of the quote. */
  readonly maker: string;
  /** Id of the request. */
  readonly taker: string;
}

/** One side of a trade. */
export interface FillRow {
  readonly trade: number;
  readonly product: string;
  /** Id of the order; of the quote or the request in a trade of a quote. */
  readonly order: string;
  readonly profile: string;
  readonly side: OrderSide;
  readonly liquidity: Liquidity;
  readonly price: Decimal;
  readonly size: Decimal;
  /** In the quote currency; negative for a rebate. */
  readonly fee: Decimal;
  readonly rate: Decimal;
  /** Value in US dollars; 0 if there is no price for the quote currency. */
  readonly usdVolume: Decimal;
  readonly marketType: MarketType;
  readonly createdAt: Instant;
  /** Value in US dollars of all fills of the profile's orders up to this one. Quotes do not count (quotes-4). */
  readonly totalUsdVolume: Decimal;
}

/** What a product's orders have in common. */
export interface MarketRow {
  readonly product: string;
  /** The last sequence number (book-2). */
  readonly sequence: number;
  /** Number of orders that have arrived. */
  readonly arrivals: number;
  /** Number of trades. */
  readonly trades: number;
  /** Number of the last report about the book in market data over FIX (market-data-2). */
  readonly reports: number;
  /** Price of the last trade; absent before the first one. */
  readonly lastPrice?: Decimal | undefined;
  /** Time of the last change. */
  readonly at: Instant;
}

/** State of the subject `orders`. */
export interface OrdersState {
  /** By id. */
  readonly orders: Table<OrderRow>;
  readonly byProfile: FixedIndex<OrderRow>;
  /** By {@link groupOf} of profile and product. */
  readonly byProfileAndProduct: FixedIndex<OrderRow>;
  /** Open and waiting orders, by {@link groupOf} of profile and product (orders-9). */
  readonly open: FixedIndex<OrderRow>;
  /** Open and waiting orders of a profile. */
  readonly openByProfile: FixedIndex<OrderRow>;
  /** Open and waiting orders, by {@link clientKey}. */
  readonly openByClientId: UniqueIndex<OrderRow>;
  /** All orders, by {@link clientKey}. */
  readonly byClientId: Index<OrderRow>;
  /** Orders on the book, by {@link groupOf} of product and side; ranks are prices. */
  readonly book: RankedIndex<OrderRow>;
  /** Orders that wait for a stop price, by {@link groupOf} of product and direction; ranks are stop prices. */
  readonly stops: RankedIndex<OrderRow>;
  /** By id of the product. */
  readonly markets: Table<MarketRow>;
  readonly trades: Log<TradeRow>;
  readonly tradesByProduct: LogIndex<TradeRow>;
  readonly quoteTrades: Log<QuoteTradeRow>;
  readonly quoteTradesByProduct: LogIndex<QuoteTradeRow>;
  readonly fills: Log<FillRow>;
  readonly fillsByProfile: LogIndex<FillRow>;
  readonly fillsByOrder: LogIndex<FillRow>;
  /** By {@link groupOf} of profile and product. */
  readonly fillsByProduct: LogIndex<FillRow>;
}

export function createOrders(): OrdersState {
  const orders = new Table<OrderRow>();
  const trades = new Log<TradeRow>(tradePacking);
  const quoteTrades = new Log<QuoteTradeRow>(quoteTradePacking);
  const fills = new Log<FillRow>(fillPacking);
  const profileOf = ({ profile }: OrderRow): string => profile;
  const pairOf = ({ profile, product }: OrderRow): string => groupOf(profile, product);
  return {
    orders,
    byProfile: orders.fixedIndex(profileOf),
    byProfileAndProduct: orders.fixedIndex(pairOf),
    open: orders.fixedIndex(pairOf, isOpen),
    openByProfile: orders.fixedIndex(profileOf, isOpen),
    openByClientId: orders.unique((order) => (isOpen(order) ? clientKeyOf(order) : undefined)),
    byClientId: orders.index(clientKeyOf),
    book: orders.ranked(bookRanking),
    stops: orders.ranked(stopRanking),
    markets: new Table<MarketRow>(),
    trades,
    tradesByProduct: trades.index(({ product }) => product),
    quoteTrades,
    quoteTradesByProduct: quoteTrades.index(({ product }) => product),
    fills,
    fillsByProfile: fills.index(({ profile }) => profile),
    fillsByOrder: fills.index(({ order }) => order),
    fillsByProduct: fills.index(({ profile, product }) => groupOf(profile, product)),
  };
}

const quoteTradePacking: Packing<QuoteTradeRow> = {
  product: 'value',
  trade: 'integer',
  price: 'decimal',
  size: 'decimal',
  side: 'value',
  maker: 'value',
  taker: 'value',
  at: 'integer',
  totalSize: 'decimal',
};

const tradePacking: Packing<TradeRow> = { ...quoteTradePacking, sequence: 'integer' };

const fillPacking: Packing<FillRow> = {
  trade: 'integer',
  product: 'value',
  order: 'value',
  profile: 'value',
  side: 'value',
  liquidity: 'value',
  price: 'decimal',
  size: 'decimal',
  fee: 'decimal',
  rate: 'decimal',
  usdVolume: 'decimal',
  marketType: 'value',
  createdAt: 'integer',
  totalUsdVolume: 'decimal',
};

/** Name of a group with two parts. */
export function groupOf(first: string, second: string): string {
  return `${first} ${second}`;
}

/** True of an order on the book, and of one that waits for its price. No order is `pending` after its entry. */
export function isOpen({ status }: OrderRow): boolean {
  return status === 'open' || status === 'active';
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Key of a client's identifier: UUIDs are compared case-insensitively, other texts exactly (orders-8). */
export function clientKey(profile: string, clientId: string): string {
  return groupOf(profile, uuid.test(clientId) ? clientId.toLowerCase() : clientId);
}

function clientKeyOf({ profile, clientId }: OrderRow): string | undefined {
  return clientId === undefined ? undefined : clientKey(profile, clientId);
}

/** Orders on the book. */
const bookRanking: Ranking<OrderRow> = {
  isListed: ({ priority, price }) => priority !== 0 && price !== undefined,
  groupOf: ({ product, side }) => groupOf(product, side),
  rankOf: ({ price = 0n }) => price,
  orderOf: ({ priority }) => priority,
  amountOf: ({ shown }) => shown,
};

/** Orders that wait for a stop price. */
const stopRanking: Ranking<OrderRow> = {
  isListed: (order) => order.stopPrice !== undefined && !order.isTriggered && isOpen(order),
  groupOf: ({ product, stop = 'loss' }) => groupOf(product, stop),
  rankOf: ({ stopPrice = 0n }) => stopPrice,
  orderOf: ({ arrival }) => arrival,
  amountOf: () => 0n,
};
