import { type Decimal, multiply } from '../numbers.js';
import { cost, sizeForFunds } from './fees.js';
import type { OrderRow } from './state.js';

/** The smallest amounts of a product. */
export interface Units {
  /** Increment of sizes. */
  readonly increment: Decimal;
  /** Increment of fees: the precision of the quote currency. */
  readonly precision: Decimal;
}

/** What an order may pay at most. */
export type Limits = Pick<OrderRow, 'side' | 'price' | 'stopLimitPrice' | 'rate'>;

/** What is left of an order, and what it was charged. */
export type Remaining = Pick<OrderRow, 'left' | 'fundsLeft' | 'fees' | 'exactFees'>;

/**
 * What must be held for an order from now on (orders-11): what it may still cost, at most. It is never more than before a fill minus what the
 * fill took, because fees are rounded once for all fills.
 */
export function holdOf(
  limits: Limits,
  remaining: Remaining,
  units: Units,
  price: Decimal | undefined = highestPrice(limits),
): Decimal {
  const { left, fundsLeft } = remaining;
  if (limits.side === 'buy') {
    if (fundsLeft > 0n) return fundsLeft;
    return price === undefined ? 0n : cost(remaining, left, price, limits.rate, units.precision);
  }
  if (fundsLeft === 0n) return left;
  // A market order by funds needs what the book asks for.
  return price === undefined ? 0n : sizeToBring(fundsLeft, price, units.increment);
}

/** The highest price that an order can pay: that of a TPSL purchase is its stop limit price. */
export function highestPrice({ side, price, stopLimitPrice }: Limits): Decimal | undefined {
  return side === 'buy' ? (stopLimitPrice ?? price) : price;
}

/** Size that an order can still be filled with at a price. */
export function takeable(
  order: Limits & Remaining,
  price: Decimal,
  rate: Decimal,
  units: Units,
): Decimal {
  const { side, left, fundsLeft } = order;
  if (fundsLeft === 0n) return left;
  return side === 'buy'
    ? sizeForFunds(order, fundsLeft, price, rate, units)
    : sizeBringing(fundsLeft, price, units.increment);
}

/** Funds that a fill of a size takes from an order by funds: a purchase pays the fee from them, too. */
export function fundsFor(
  order: Limits & Remaining,
  size: Decimal,
  price: Decimal,
  rate: Decimal,
  { precision }: Units,
): Decimal {
  return order.side === 'buy'
    ? cost(order, size, price, rate, precision)
    : multiply(price, size, 'exact');
}

/** The largest size that brings in no more than funds. */
function sizeBringing(funds: Decimal, price: Decimal, increment: Decimal): Decimal {
  return (funds / ((price * increment) / 10n ** 18n)) * increment;
}

/** The smallest size that brings in funds. */
function sizeToBring(funds: Decimal, price: Decimal, increment: Decimal): Decimal {
  const size = sizeBringing(funds, price, increment);
  return multiply(price, size, 'exact') < funds ? size + increment : size;
}
