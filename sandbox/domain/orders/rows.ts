import { canOrderStatusTransition, type OrderStatus } from '@platform/exchange';
import type { Instant } from '../time.js';
import type { MatchedSide, NewOrder, OrdersEvents } from './events.js';
import type { OrderRow, Progress } from './state.js';

/** A row with another status. */
function moved(row: OrderRow, status: OrderStatus): OrderStatus {
  if (row.status !== status && !canOrderStatusTransition(row.status, status))
    throw new Error(`An order cannot go from ${row.status} to ${status}.`);
  return status;
}

/** A new order. */
export function newRow(order: NewOrder, status: OrderStatus, at: Instant): OrderRow {
  // All rows have the same members in the same order, absent ones too: that makes copies of them cheap.
  return {
    id: order.id,
    product: order.product,
    profile: order.profile,
    clientId: order.clientId,
    side: order.side,
    kind: order.kind,
    price: order.price,
    size: order.size,
    funds: order.funds,
    lifetime: order.lifetime,
    expireAt: order.expireAt,
    postOnly: order.postOnly,
    stp: order.stp,
    stop: order.stop,
    stopPrice: order.stopPrice,
    stopLimitPrice: order.stopLimitPrice,
    maxFloor: order.maxFloor,
    rate: order.rate,
    surface: order.surface,
    session: order.session,
    left: order.left,
    fundsLeft: order.fundsLeft,
    shown: order.shown,
    filled: order.filled,
    value: order.value,
    fees: order.fees,
    exactFees: order.exactFees,
    hold: order.hold,
    status,
    arrival: order.arrival,
    priority: 0,
    isTriggered: false,
    createdAt: at,
    doneAt: undefined,
    doneReason: undefined,
    cancelReason: undefined,
    rejectReason: undefined,
  };
}

/** A new order that was refused in the moment in which it was accepted. */
export function rejectedRow(order: NewOrder, reason: string, at: Instant): OrderRow {
  return { ...newRow(order, 'rejected', at), doneAt: at, rejectReason: reason };
}

/** A stop order that has become a limit order. */
export function triggeredRow(row: OrderRow): OrderRow {
  return { ...row, status: moved(row, 'pending'), isTriggered: true };
}

/** An order on the book, behind all others of its price. */
export function openedRow(row: OrderRow, progress: Progress, sequence: number): OrderRow {
  const { left, fundsLeft, shown, filled, value, fees, exactFees, hold } = progress;
  const status = moved(row, 'open');
  return {
    ...row,
    left,
    fundsLeft,
    shown,
    filled,
    value,
    fees,
    exactFees,
    hold,
    status,
    priority: sequence,
  };
}

/** One side of a trade, after it. */
export function matchedRow(row: OrderRow, side: MatchedSide): OrderRow {
  const { left, fundsLeft, shown, filled, value, fees, exactFees, hold } = side;
  return { ...row, left, fundsLeft, shown, filled, value, fees, exactFees, hold };
}

/** An order whose size, price or identifier was changed. */
export function changedRow(row: OrderRow, data: OrdersEvents['orders.changed']): OrderRow {
  const { reason, newPrice, clientId, size, keepsPriority, sequence, progress } = data;
  return {
    ...row,
    ...progress,
    clientId,
    price: newPrice ?? row.price,
    size: size ?? row.size,
    isTriggered: row.isTriggered || reason === 'tpsl_triggered',
    priority: keepsPriority ? row.priority : sequence,
  };
}

/** An order that is done. Nothing is held for it any more. */
export function doneRow(
  row: OrderRow,
  reason: 'filled' | 'canceled',
  cancelReason: string | undefined,
  at: Instant,
): OrderRow {
  return {
    ...row,
    status: moved(row, 'done'),
    left: 0n,
    fundsLeft: 0n,
    shown: 0n,
    hold: 0n,
    priority: 0,
    doneAt: at,
    doneReason: reason,
    cancelReason,
  };
}
