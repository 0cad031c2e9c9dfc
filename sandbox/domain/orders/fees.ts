import { settings } from '../../settings.js';
import { type Decimal, divide, multiply, one, quotient } from '../numbers.js';
import type { OrderRow } from './state.js';

/** Fee rates of a profile. */
export interface Rates {
  readonly maker: Decimal;
  readonly taker: Decimal;
}

/** Fee rates of a volume (fees-1). */
export function ratesOf(volume: Decimal): Rates {
  const { tiers } = settings['fees-1'];
  return tiers.findLast((tier) => tier.volume <= volume) ?? { maker: 0n, taker: 0n };
}

/** What an order has been charged so far. */
type Charged = Pick<OrderRow, 'fees' | 'exactFees'>;

/**
 * What an order has been charged after a fill of some value: the exact sum, rounded up once to the currency's precision (fees-2). A rate times
 * a value is in units of 10⁻³⁶.
 */
export function charge(
  { exactFees }: Charged,
  value: Decimal,
  rate: Decimal,
  precision: Decimal,
): Charged {
  const exact = exactFees + value * rate;
  return { exactFees: exact, fees: quotient(exact, one * precision, 'ceiling') * precision };
}

/** What a purchase may still cost: its remaining size at a price, and the fee (orders-11). */
export function cost(
  order: Charged,
  size: Decimal,
  price: Decimal,
  rate: Decimal,
  precision: Decimal,
): Decimal {
  const value = multiply(price, size, 'exact');
  return value + charge(order, value, rate, precision).fees - order.fees;
}

/**
 * The largest size that funds buy at a price, fee included, in multiples of an increment.
 *
 * Rounding the fee makes the cost uneven, so the size is found between two bounds: one as if the fee were not rounded, one as if it were
 * rounded up by a whole unit.
 */
export function sizeForFunds(
  order: Charged,
  funds: Decimal,
  price: Decimal,
  rate: Decimal,
  { increment, precision }: { readonly increment: Decimal; readonly precision: Decimal },
): Decimal {
  const charged = order.fees - order.exactFees / one;
  const perUnit = price + multiply(price, rate, 'down');
  const sizeFor = (spent: Decimal): bigint =>
    spent <= 0n ? 0n : divide(spent, perUnit, 'down') / increment;
  const fits = (count: bigint): boolean =>
    cost(order, count * increment, price, rate, precision) <= funds;
  let high = sizeFor(funds + charged) + 1n;
  let low = sizeFor(funds + charged - precision - 1n);
  if (!fits(low)) low = 0n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low * increment;
}
