import { type Decimal, roundTo } from '../numbers.js';
import type { ProductRow } from '../products/state.js';

/**
 * The highest price at which a purchase with a limit is filled (book-6): a percentage above the last trade if the best bid is below 95 % of
 * it, otherwise the percentage above the best bid. `undefined` if there is no such limit.
 */
export function highBidLimit(
  { highBidLimitPercentage: percentage, quoteIncrement }: ProductRow,
  lastPrice: Decimal | undefined,
  bestBid: Decimal | undefined,
): Decimal | undefined {
  if (percentage === null || lastPrice === undefined) return undefined;
  const isLow = bestBid === undefined || bestBid * 100n < lastPrice * 95n;
  const base = isLow ? lastPrice : bestBid;
  const hundred = 100n * 10n ** 18n;
  return roundTo((base * (hundred + percentage)) / hundred, quoteIncrement, 'down');
}
