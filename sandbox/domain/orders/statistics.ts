import type { ReadonlyIndex } from '../lists.js';
import type { Decimal } from '../numbers.js';
import type { View } from '../subject.js';
import { day, type Instant } from '../time.js';
import type { OrdersState, TradeRow } from './state.js';

/** Volumes of 24 hours and 30 days (products-1). */
export interface Volumes {
  readonly volume24h: Decimal;
  readonly volume30d: Decimal;
}

/** Prices of 24 hours (products-1). */
export interface DayPrices {
  /** The price 24 hours ago: that of the last trade before, or of the first one since. */
  readonly open: Decimal;
  readonly high: Decimal;
  readonly low: Decimal;
  readonly last: Decimal;
}

/** Prices and volumes of a product. Prices are absent before the first trade. */
export type Statistics = Volumes & Partial<DayPrices>;

/** Highest and lowest price of the trades since a time; `undefined` without trades. */
export type ExtremesSince = (
  start: Instant,
) => { readonly high: Decimal; readonly low: Decimal } | undefined;

/** What volumes are computed from. */
type Measured = Pick<TradeRow, 'at' | 'totalSize'>;

/** Size of the trades of a group from a time up to one of them: the last one, unless another is given. */
export function volumeSince<Row extends Measured>(
  trades: ReadonlyIndex<Row>,
  group: string,
  start: Instant,
  last: Row | undefined = trades.last(group),
): Decimal {
  const before = trades.lastBefore(group, ({ at }) => at >= start);
  return (last?.totalSize ?? 0n) - (before?.totalSize ?? 0n);
}

/** Volumes of a group until now. */
export function volumesOf<Row extends Measured>(
  trades: ReadonlyIndex<Row>,
  group: string,
  now: Instant,
  last?: Row,
): Volumes {
  return {
    volume24h: volumeSince(trades, group, now - day, last),
    volume30d: volumeSince(trades, group, now - 30 * day, last),
  };
}

/** Statistics of the 24 hours and 30 days until now, up to a trade: later ones are not looked at. */
export function statisticsUpTo(
  trades: ReadonlyIndex<TradeRow>,
  last: TradeRow,
  now: Instant,
  extremesSince: ExtremesSince,
): Volumes & DayPrices {
  const { product, price } = last;
  const start = now - day;
  const before = trades.lastBefore(product, ({ at }) => at >= start);
  const first = before ?? trades.page(product, { limit: 1, newerThan: 0 }).slots[0]?.row ?? last;
  const open = first.price;
  const { high, low } = extremesSince(start) ?? { high: open, low: open };
  return { open, high, low, last: price, ...volumesOf(trades, product, now, last) };
}

/** Statistics of a product for the 24 hours and 30 days until now. */
export function statisticsOf(
  { tradesByProduct: trades }: Pick<View<OrdersState>, 'tradesByProduct'>,
  product: string,
  now: Instant,
): Statistics {
  const last = trades.last(product);
  if (last === undefined) return volumesOf(trades, product, now);
  return statisticsUpTo(trades, last, now, (start) => {
    const range = { limit: Number.MAX_SAFE_INTEGER, since: ({ at }: TradeRow) => at >= start };
    const prices = trades.page(product, range).slots.map(({ row }) => row.price);
    const [first] = prices;
    if (first === undefined) return undefined;
    const beyond = (isBeyond: (left: Decimal, right: Decimal) => boolean): Decimal =>
      prices.reduce((left, right) => (isBeyond(right, left) ? right : left), first);
    return {
      high: beyond((left, right) => left > right),
      low: beyond((left, right) => left < right),
    };
  });
}

/** Value in US dollars of the fills of a profile's orders since a time. */
export function usdVolumeSince(
  { fillsByProfile }: Pick<View<OrdersState>, 'fillsByProfile'>,
  profile: string,
  start: Instant,
): Decimal {
  const total = fillsByProfile.last(profile)?.totalUsdVolume ?? 0n;
  if (total === 0n) return 0n;
  const before = fillsByProfile.lastBefore(profile, ({ createdAt }) => createdAt >= start);
  return total - (before?.totalUsdVolume ?? 0n);
}
