import { present } from './fields.js';
import { type OrderRefusal, refusalText } from './say.js';
import type { OrderMessage, RefusedChange, RefusedOrder, StatusMessage } from './version.js';

/** What both versions say the same, in their own types. */

/** Reject (9) of a cancellation or modification: of an unknown order, or for another reason (fix-4). */
export interface ChangeReject {
  readonly type: 'OrderCancelReject';
  readonly clOrdId: string;
  readonly orderId?: string;
  readonly origClOrdId?: string;
  readonly ordStatus: '8';
  readonly cxlRejReason: 1 | 2;
  readonly cxlRejResponseTo: '1' | '2';
  readonly text: string;
}

export function changeReject({ kind, message, refusal }: RefusedChange): ChangeReject {
  const { clOrdId, orderId, origClOrdId } = message;
  return present<ChangeReject>({
    type: 'OrderCancelReject',
    clOrdId,
    orderId,
    origClOrdId,
    ordStatus: '8',
    cxlRejReason: refusal.code === 'not-found' ? 1 : 2,
    cxlRejResponseTo: kind === 'cancellation' ? '1' : '2',
    text: refusalText(refusal),
  });
}

/** Reject of a batch of which nothing succeeded (fix-7). */
export type BatchReject =
  | { readonly type: 'NewOrderBatchReject'; readonly batchId: string; readonly text: string }
  | { readonly type: 'OrderCancelBatchReject'; readonly batchId: string; readonly text: string };

export function batchReject(
  kind: 'orders' | 'cancellations',
  batchId: string,
  text: string,
): BatchReject {
  const type = kind === 'orders' ? 'NewOrderBatchReject' : 'OrderCancelBatchReject';
  return { type, batchId, text };
}

/** Report (8) of an order that was refused, or is unknown, but for the reason (103) and the transaction type of FIX 4.2. */
export interface RejectReport extends Partial<
  Pick<OrderMessage, 'clOrdId' | 'side' | 'ordType' | 'orderQty' | 'price'>
> {
  readonly type: 'ExecutionReport';
  readonly cashOrderQty?: string;
  readonly orderId: string;
  readonly execId: string;
  readonly symbol: string;
  readonly execType: '8';
  readonly ordStatus: '8';
  readonly text: string;
}

export function refusedOrder({ message, refusal, execId }: RefusedOrder): RejectReport {
  const { clOrdId, symbol, side, ordType, orderQty, cashOrderQty, price } = message;
  return present<RejectReport>({
    type: 'ExecutionReport',
    clOrdId,
    orderId: noOrder,
    execId,
    symbol,
    side,
    ordType,
    orderQty,
    cashOrderQty,
    price,
    execType: '8',
    ordStatus: '8',
    text: refusalText(refusal),
  });
}

export function unknownOrder({
  clOrdId,
  symbol,
  execId,
}: StatusMessage & { readonly execId: string }): RejectReport {
  const refusal: OrderRefusal = { code: 'not-found', data: { what: 'order' } };
  return present<RejectReport>({
    type: 'ExecutionReport',
    clOrdId,
    orderId: noOrder,
    execId,
    symbol,
    execType: '8',
    ordStatus: '8',
    text: refusalText(refusal),
  });
}

/** OrderID (37) where there is no order. */
const noOrder = '0';
