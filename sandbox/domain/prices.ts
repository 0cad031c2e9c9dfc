import { type Decimal, divide, multiply, one } from './numbers.js';
import { marketOf } from './orders/queries.js';
import type { DomainState } from './subjects.js';

/** Currencies that are worth a US dollar each. */
const dollars: ReadonlySet<string> = new Set(['USD', 'USDC']);

/** True for US dollars and what is worth as much. */
export function isDollar(currency: string): boolean {
  return dollars.has(currency);
}

/** Price of the last trade of a product; `undefined` before the first one. */
export function lastPriceOf(
  { orders }: Pick<DomainState, 'orders'>,
  product: string,
): Decimal | undefined {
  return marketOf(orders, product).lastPrice;
}

/** What one unit of a currency is worth in another, by the last trades; `undefined` if no product of the two has traded. */
export function rateBetween(
  state: Pick<DomainState, 'orders'>,
  from: string,
  to: string,
): Decimal | undefined {
  if (from === to || (isDollar(from) && isDollar(to))) return one;
  const direct = lastPriceOf(state, `${from}-${to}`);
  if (direct !== undefined) return direct;
  const reverse = lastPriceOf(state, `${to}-${from}`);
  return reverse === undefined ? undefined : divide(one, reverse, 'down');
}

/** Value of an amount in US dollars, rounded down; `undefined` if the currency has not traded for dollars. */
export function usdValue(
  state: Pick<DomainState, 'orders'>,
  currency: string,
  amount: Decimal,
): Decimal | undefined {
  if (isDollar(currency)) return amount;
  const rate = rateBetween(state, currency, 'USD') ?? rateBetween(state, currency, 'USDC');
  return rate === undefined ? undefined : multiply(amount, rate, 'down');
}
