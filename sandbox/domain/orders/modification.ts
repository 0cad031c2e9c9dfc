import { parseDecimal } from '../numbers.js';
import type { Refusal } from '../refusals.js';
import { accept, type Context, type Decision, refuse } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { checkClientId, checkIncrements, checkMinimum, checkState } from './checks.js';
import { Execution } from './execution.js';
import { progressOf } from './sides.js';
import { holdOf } from './holds.js';
import { findOrder } from './queries.js';
import { isOpen, type OrderRow } from './state.js';

/** A change of an open limit order. Amounts are the texts of the request. */
export interface ModifyRequest {
  readonly profile: string;
  readonly product?: string | undefined;
  readonly id?: string | undefined;
  /** The client's identifier of the order. */
  readonly clientId?: string | undefined;
  /** From then on, only this identifies the order. */
  readonly newClientId: string;
  readonly price?: string | undefined;
  readonly size?: string | undefined;
}

/** Reasons for which a change is refused. */
export type ModifyCode =
  | 'form'
  | 'not-found'
  | 'already-done'
  | 'state'
  | 'product-state'
  | 'increment'
  | 'minimum'
  | 'duplicate-client-id'
  | 'insufficient-funds'
  | 'post-only';

/** Decides a change of an order (book-12). */
export function decideModification(
  context: Context<DomainState>,
  request: ModifyRequest,
): Decision<OrderRow, ModifyCode> {
  const { state } = context;
  const read = readChange(request);
  if ('refusal' in read) return read;
  const order = findOrder(state.orders, request.profile, request);
  if (order === undefined || (request.product !== undefined && request.product !== order.product))
    return refuse('not-found', { what: 'order' });
  if (!isOpen(order)) return refuse('already-done', {});
  if (order.status !== 'open' || order.kind === 'tpsl')
    return refuse('state', { what: 'order', state: order.status });
  const product = state.products.products.get(order.product);
  if (product === undefined) throw new Error(`The product ${order.product} has an order.`);
  const { price: oldPrice = 0n } = order;
  const { price = oldPrice, size } = read;
  const left = size === undefined ? order.left : size - order.filled;
  const whole = size ?? order.filled + order.left;
  const changed = { ...order, price, size: whole, funds: undefined, left };
  const problem =
    checkState(product, order) ??
    checkIncrements(product, { price, size }) ??
    checkMinimum(product, changed);
  if (problem !== undefined) return { refusal: problem };
  if (left <= 0n)
    return refuse('form', { member: 'size', problem: 'must be more than was filled' });
  const duplicate = checkClientId(state.orders, order.profile, request.newClientId);
  if (duplicate !== undefined) return { refusal: duplicate };
  const execution = new Execution(context, product);
  const hold = holdOf(changed, changed, execution.units);
  const currency = order.side === 'buy' ? product.quote : product.base;
  if (execution.postings.available(order.profile, currency) + order.hold < hold)
    return refuse('insufficient-funds', { what: currency });
  const isSamePrice = price === oldPrice;
  if (!isSamePrice && order.postOnly && execution.wouldMatch(changed))
    return refuse('post-only', {});
  const shown = shownOf(order, left);
  execution.modify(order, {
    reason: 'modify_order',
    // What others see decides: a smaller size keeps its time, and so do another identifier alone and a hidden part that grows.
    keepsPriority: isSamePrice && shown <= order.shown,
    clientId: request.newClientId,
    oldClientId: order.clientId,
    oldPrice,
    newPrice: price,
    oldSize: order.shown,
    newSize: shown,
    size: whole,
    progress: { ...progressOf(order), left, shown, hold },
  });
  execution.cascade();
  return accept(execution.get(order.id), ...execution.allEvents());
}

/** What the book shows of a remaining size: an iceberg order keeps the slice that is there, if it is not larger. */
function shownOf({ maxFloor, shown }: OrderRow, left: bigint): bigint {
  if (maxFloor === undefined) return left;
  return shown < left ? shown : left;
}

function readChange({
  price,
  size,
}: ModifyRequest):
  | { readonly price?: bigint; readonly size?: bigint }
  | { refusal: Refusal<'form'> } {
  const read: { price?: bigint; size?: bigint } = {};
  const refused = (member: string, problem: string): { refusal: Refusal<'form'> } => ({
    refusal: { code: 'form', data: { member, problem } },
  });
  if (price === undefined && size === undefined) return refused('size', 'or a price is required');
  for (const [member, text] of [
    ['price', price],
    ['size', size],
  ] as const) {
    if (text === undefined) continue;
    const value = parseDecimal(text);
    if (value === undefined)
      return refused(member, 'must be a decimal without leading zeros, of at most 18 decimals');
    if (value <= 0n) return refused(member, 'must be above zero');
    read[member] = value;
  }
  return read;
}
