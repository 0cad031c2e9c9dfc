import { limits } from '@platform/exchange';
import { type Decimal, isMultiple, multiply } from '../numbers.js';
import type { ProductRow } from '../products/state.js';
import type { Refusal } from '../refusals.js';
import type { View } from '../subject.js';
import type { ReadOrder } from './request.js';
import { clientKey, groupOf, type OrdersState } from './state.js';

/** Codes of the checks that need no money. */
export type CheckCode =
  | 'form'
  | 'product-state'
  | 'increment'
  | 'minimum'
  | 'duplicate-client-id'
  | 'too-many-open';

type Problem = Refusal<CheckCode> | undefined;

/** Checks a new order in the order of the rules orders-4 to orders-10. The first problem is the result. */
export function checkOrder(
  state: View<OrdersState>,
  product: ProductRow,
  order: ReadOrder,
): Problem {
  return (
    checkState(product, order) ??
    checkIncrements(product, order) ??
    checkMinimum(product, order) ??
    checkIceberg(order) ??
    checkClientId(state, order.profile, order.clientId) ??
    checkOpen(state, order) ??
    checkTakeProfit(state, order)
  );
}

/** orders-4 */
export function checkState(
  product: ProductRow,
  { kind, postOnly }: Pick<ReadOrder, 'kind' | 'postOnly'>,
): Refusal<'product-state'> | undefined {
  const refused = (state: Refusal<'product-state'>['data']['state']): Refusal<'product-state'> => ({
    code: 'product-state',
    data: { state },
  });
  if (product.status !== 'online') return refused('offline');
  if (product.tradingDisabled) return refused('disabled');
  if (product.cancelOnly) return refused('cancel-only');
  if (product.limitOnly && kind === 'market') return refused('limit-only');
  return product.postOnly && !postOnly ? refused('post-only') : undefined;
}

/** orders-5 */
export function checkIncrements(
  { baseIncrement, quoteIncrement }: ProductRow,
  order: Pick<ReadOrder, 'price' | 'stopPrice' | 'stopLimitPrice' | 'size' | 'maxFloor'>,
): Refusal<'increment'> | undefined {
  for (const member of ['price', 'stopPrice', 'stopLimitPrice'] as const) {
    const value = order[member];
    if (value !== undefined && !isMultiple(value, quoteIncrement))
      return { code: 'increment', data: { member, isSmall: value < quoteIncrement } };
  }
  for (const member of ['size', 'maxFloor'] as const) {
    const value = order[member];
    if (value !== undefined && !isMultiple(value, baseIncrement))
      return { code: 'increment', data: { member, isSmall: value < baseIncrement } };
  }
  return undefined;
}

/** orders-6 */
export function checkMinimum(
  { minMarketFunds, maxMarketFunds }: ProductRow,
  { kind, price, stopLimitPrice, size, funds }: ReadOrder,
): Refusal<'minimum'> | undefined {
  const member = funds === undefined ? 'size' : 'funds';
  const limit = lowest(price, stopLimitPrice);
  const value = funds ?? (limit === undefined ? undefined : multiply(limit, size ?? 0n, 'down'));
  if (value === undefined) return undefined;
  if (value < minMarketFunds) return { code: 'minimum', data: { member, isLarge: false } };
  return kind === 'market' && value > maxMarketFunds
    ? { code: 'minimum', data: { member, isLarge: true } }
    : undefined;
}

function lowest(left: Decimal | undefined, right: Decimal | undefined): Decimal | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return left < right ? left : right;
}

/** orders-7 */
function checkIceberg({ maxFloor, size = 0n }: ReadOrder): Refusal<'form'> | undefined {
  if (maxFloor === undefined) return undefined;
  if (maxFloor * 10n > size && maxFloor <= size) return undefined;
  const problem = 'must be more than a tenth of the size, and at most the size';
  return { code: 'form', data: { member: 'maxFloor', problem } };
}

/** orders-8 */
export function checkClientId(
  { openByClientId }: View<OrdersState>,
  profile: string,
  clientId: string | undefined,
): Refusal<'duplicate-client-id'> | undefined {
  if (clientId === undefined) return undefined;
  return openByClientId.get(clientKey(profile, clientId)) === undefined
    ? undefined
    : { code: 'duplicate-client-id', data: {} };
}

/** orders-9 */
function checkOpen(
  { open }: View<OrdersState>,
  { kind, lifetime, profile, product }: ReadOrder,
): Refusal<'too-many-open'> | undefined {
  const neverWaits = lifetime === 'IOC' || lifetime === 'FOK';
  if (kind === 'market' || (kind === 'limit' && neverWaits)) return undefined;
  const limit = limits.maxOpenOrders;
  return open.count(groupOf(profile, product)) < limit
    ? undefined
    : { code: 'too-many-open', data: { limit } };
}

/** orders-10 */
function checkTakeProfit(
  { markets }: View<OrdersState>,
  { kind, side, price = 0n, stopPrice = 0n, stopLimitPrice = 0n, product }: ReadOrder,
): Refusal<'form'> | undefined {
  if (kind !== 'tpsl') return undefined;
  const isAbove = (left: Decimal, right: Decimal): boolean =>
    side === 'sell' ? left > right : left < right;
  const refused = (member: string, problem: string): Refusal<'form'> => ({
    code: 'form',
    data: { member, problem },
  });
  if (!isAbove(price, stopPrice))
    return refused('stopPrice', 'must be on the other side of the market than the price');
  if (!isAbove(stopPrice, stopLimitPrice))
    return refused('stopLimitPrice', 'must be beyond the stop price');
  const last = markets.get(product)?.lastPrice;
  if (last === undefined || (isAbove(price, last) && isAbove(last, stopPrice))) return undefined;
  return refused('stopPrice', 'and the price must be on both sides of the last trade');
}
