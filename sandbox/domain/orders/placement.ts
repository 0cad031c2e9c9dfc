import type { ProductRow } from '../products/state.js';
import { accept, type Context, type Decision, refuse } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { type CheckCode, checkOrder } from './checks.js';
import { event, type NewOrder } from './events.js';
import { type End, Execution } from './execution.js';
import { cancelReasons } from './sides.js';
import { holdOf, takeable } from './holds.js';
import { type OrderRequest, type ReadOrder, readOrder } from './request.js';
import { rejectedRow } from './rows.js';
import type { OrderRow } from './state.js';

/** Reasons for which an order is refused. */
export type PlaceCode = CheckCode | 'forbidden' | 'unknown-product' | 'insufficient-funds';

/** Decides a new order, for every surface: the rules of orders-1 to orders-14, in their order. */
export function decidePlacement(
  context: Context<DomainState>,
  request: OrderRequest,
): Decision<OrderRow, PlaceCode> {
  const { state, now } = context;
  const read = readOrder(request, now);
  if ('refusal' in read) return read;
  // orders-3
  if (state.users.profiles.get(request.profile)?.isActive === false) return refuse('forbidden', {});
  const product = state.products.products.get(request.product);
  if (product === undefined) return refuse('unknown-product', {});
  const problem = checkOrder(state.orders, product, read.order);
  if (problem !== undefined) return { refusal: problem };
  const execution = new Execution(context, product);
  const order = newOrder(context, execution, read.order);
  const { price, rate, fundsLeft, side, profile } = order;
  if (price !== undefined && fundsLeft > 0n && takeable(order, price, rate, execution.units) === 0n)
    return refuse('increment', { member: 'funds', isSmall: true });
  const currency = side === 'buy' ? product.quote : product.base;
  if (execution.postings.available(profile, currency) < order.hold)
    return refuse('insufficient-funds', { what: currency });
  if (order.kind === 'stop') {
    const row = execution.activate(order);
    return { result: row, events: execution.allEvents() };
  }
  if (order.postOnly && execution.wouldMatch(order)) return reject(context, order);
  return fill(context, product, order, execution);
}

function newOrder(
  { state, random }: Context<DomainState>,
  execution: Execution,
  read: ReadOrder,
): NewOrder {
  const { size = 0n, funds = 0n, product, side, price, stopLimitPrice } = read;
  const rate = execution.ratesOf(read.profile).taker;
  const limits = { side, price, stopLimitPrice, rate };
  const remaining = { left: size, fundsLeft: funds, fees: 0n, exactFees: 0n };
  const arrival = (state.orders.markets.get(product)?.arrivals ?? 0) + 1;
  // Every member is written out, because an object that is copied and then gets more members is slow.
  return {
    id: random.uuid(),
    product,
    profile: read.profile,
    clientId: read.clientId,
    side,
    kind: read.kind,
    price,
    size: read.size,
    funds: read.funds,
    lifetime: read.lifetime,
    expireAt: read.expireAt,
    postOnly: read.postOnly,
    stp: read.stp,
    stop: read.stop,
    stopPrice: read.stopPrice,
    stopLimitPrice,
    maxFloor: read.maxFloor,
    rate,
    surface: read.surface,
    session: read.session,
    left: size,
    fundsLeft: funds,
    shown: 0n,
    filled: 0n,
    value: 0n,
    fees: 0n,
    exactFees: 0n,
    hold: holdOf(limits, remaining, execution.units),
    arrival,
  };
}

/** Accepts and refuses a post-only order in one entry (orders-14). */
function reject({ now }: Context<DomainState>, held: NewOrder): Decision<OrderRow, never> {
  const reason = 'post only';
  const order = { ...held, hold: 0n };
  return accept(rejectedRow(order, reason, now), event('orders.rejected', { order, reason }));
}

/** Fills an order, and triggers what its trades trigger. */
function fill(
  context: Context<DomainState>,
  product: ProductRow,
  order: NewOrder,
  execution: Execution,
): Decision<OrderRow, 'insufficient-funds'> {
  const row = execution.receive(order);
  const end = execution.run(order.id);
  if (order.lifetime === 'FOK' && !isFilled(execution, order.id, end)) {
    // Nothing of the attempt happens (book-3).
    const killed = new Execution(context, product);
    killed.done(killed.receive(order), 'canceled', cancelReasons.time);
    return { result: row, events: killed.allEvents() };
  }
  // A market order by size costs what the book asks for, one by funds sells what it bids for (orders-11).
  const currency = order.side === 'buy' ? product.quote : product.base;
  if (execution.postings.available(order.profile, currency) < 0n)
    return refuse('insufficient-funds', { what: currency });
  execution.cascade();
  return { result: row, events: execution.allEvents() };
}

/** True if all of an order was filled. What self-trade prevention takes from it is not. */
function isFilled(execution: Execution, id: string, end: End): boolean {
  const { size, filled } = execution.get(id);
  if (size !== undefined) return filled === size;
  return filled > 0n && (end === 'complete' || end === 'funds') && !execution.isDecreased(id);
}
