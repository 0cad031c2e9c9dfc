import type { CreateOrderRequest, Order, TimeInForce } from '@platform/exchange';
import { printDecimal } from '../../domain/numbers.js';
import type { OrderRequest } from '../../domain/orders/request.js';
import type { Lifetime, OrderRow } from '../../domain/orders/state.js';
import { printInstant } from '../../domain/time.js';

/** An order, as the REST API has it. */
export function orderBody(row: OrderRow): Order {
  const { kind, clientId, price, size, funds, lifetime, expireAt, stop } = row;
  const { stopPrice, stopLimitPrice, maxFloor, doneAt, doneReason, rejectReason } = row;
  return {
    id: row.id,
    ...(clientId === undefined ? {} : { client_oid: clientId }),
    product_id: row.product,
    profile_id: row.profile,
    side: row.side,
    type: typeOf(row),
    ...(price === undefined ? {} : { price: printDecimal(price) }),
    ...(size === undefined ? {} : { size: printDecimal(size) }),
    ...(funds === undefined ? {} : { funds: printDecimal(funds) }),
    ...(lifetime === undefined ? {} : { time_in_force: timeInForceOf(lifetime) }),
    ...(expireAt === undefined ? {} : { expire_time: printInstant(expireAt) }),
    post_only: row.postOnly,
    stp: row.stp,
    ...(stop === undefined || kind === 'tpsl' ? {} : { stop }),
    ...(stopPrice === undefined ? {} : { stop_price: printDecimal(stopPrice) }),
    ...(stopLimitPrice === undefined ? {} : { stop_limit_price: printDecimal(stopLimitPrice) }),
    ...(maxFloor === undefined ? {} : { max_floor: printDecimal(maxFloor) }),
    market_type: 'spot',
    created_at: printInstant(row.createdAt),
    ...(doneAt === undefined ? {} : { done_at: printInstant(doneAt) }),
    ...(doneReason === undefined ? {} : { done_reason: doneReason }),
    ...(rejectReason === undefined ? {} : { reject_reason: rejectReason }),
    fill_fees: printDecimal(row.fees),
    filled_size: printDecimal(row.filled),
    executed_value: printDecimal(row.value),
    status: row.status,
    settled: row.status === 'done',
  };
}

/** The type of an order in requests and responses: an order with a stop price is a stop order. */
export function typeOf({ kind }: Pick<OrderRow, 'kind'>): 'limit' | 'market' | 'stop' {
  return kind === 'tpsl' ? 'stop' : kind;
}

/** Orders of FIX that are good till a time have one that no period gave. */
function timeInForceOf(lifetime: Lifetime): TimeInForce {
  return lifetime === 'GTD' ? 'GTT' : lifetime;
}

/** The order that a request asks for, in the terms of all surfaces. */
export function orderRequestOf(body: CreateOrderRequest, profile: string): OrderRequest {
  // Each form has some of the members; the others are undefined.
  const form: Members = body;
  return {
    profile,
    product: form.product_id,
    side: form.side,
    type: form.type ?? 'limit',
    clientId: form.client_oid,
    price: form.price,
    size: form.size,
    funds: form.funds,
    timeInForce: form.time_in_force,
    cancelAfter: form.cancel_after,
    postOnly: form.post_only,
    stp: form.stp,
    stop: form.stop,
    stopPrice: form.stop_price,
    stopLimitPrice: form.stop_limit_price,
    maxFloor: form.max_floor,
    surface: 'exchange',
  };
}

/** The members of all forms of a request. */
type Members = {
  readonly [Name in 'product_id' | 'side']: CreateOrderRequest[Name];
} & {
  readonly type?: CreateOrderRequest['type'];
  readonly client_oid?: CreateOrderRequest['client_oid'];
  readonly stp?: CreateOrderRequest['stp'];
  readonly price?: string;
  readonly size?: string;
  readonly funds?: string;
  readonly time_in_force?: OrderRequest['timeInForce'];
  readonly cancel_after?: OrderRequest['cancelAfter'];
  readonly post_only?: boolean;
  readonly stop?: OrderRequest['stop'];
  readonly stop_price?: string;
  readonly stop_limit_price?: string;
  readonly max_floor?: string;
};
