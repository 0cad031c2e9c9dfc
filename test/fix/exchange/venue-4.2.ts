import {
  createExchangeFix42OrderEntryAcceptor,
  CxlRejReason,
  CxlRejResponseTo,
  type ExecutionReport,
  ExecType,
  logonKeyVerifier,
  type NewOrderSingle,
  type ExchangeFix42OrderEntryTypes,
  OrdRejReason,
  OrdStatus,
  ExecTransType,
} from '@platform/exchange-fix-4.2';
import type { FixAcceptor, FixAcceptorOptions } from '@tallystick/runtime/fix';
import { keys } from './keys.js';

/** Starts an exchange over FIX 4.2 that accepts orders, fills none, and replies like the platform. */
export function openVenue42(
  options: FixAcceptorOptions<ExchangeFix42OrderEntryTypes, string>,
): FixAcceptor<ExchangeFix42OrderEntryTypes, string> {
  const verifier = logonKeyVerifier({ keys });
  const open = new Map<string, NewOrderSingle>();
  let reports = 0;
  const report = (
    clOrdId: string | undefined,
    symbol: string,
    what: 'new' | 'replaced' | 'canceled' | 'status' | 'duplicate' | 'unknown',
  ): ExecutionReport => {
    const isKnown = what !== 'duplicate' && what !== 'unknown';
    const base = {
      type: 'ExecutionReport',
      ...(clOrdId === undefined ? {} : { clOrdId }),
      orderId: isKnown ? `x${clOrdId}` : '0',
      execId: `e${++reports}`,
      symbol,
      execTransType:
        what === 'status' || what === 'unknown' ? ExecTransType.Status : ExecTransType.New,
    } as const;
    if (!isKnown) {
      const ordRejReason =
        what === 'unknown' ? OrdRejReason.StaleOrder : OrdRejReason.ExchangeOption;
      return { ...base, ordStatus: OrdStatus.Rejected, execType: ExecType.Rejected, ordRejReason };
    }
    if (what === 'canceled') {
      return { ...base, ordStatus: OrdStatus.Canceled, execType: ExecType.Canceled };
    }
    const execType = execTypes[what];
    return { ...base, ordStatus: OrdStatus.New, execType, cumQty: '0', leavesQty: '1' };
  };
  return createExchangeFix42OrderEntryAcceptor<string>(
    {
      NewOrderSingle(order, session) {
        const { clOrdId, symbol } = order;
        if (open.has(clOrdId)) return session.send(report(clOrdId, symbol, 'duplicate'));
        open.set(clOrdId, order);
        return session.send(report(clOrdId, symbol, 'new'));
      },
      OrderCancelReplaceRequest({ clOrdId, origClOrdId = '', symbol }, session) {
        const order = open.get(origClOrdId);
        if (order === undefined || open.has(clOrdId)) {
          return session.send({
            type: 'OrderCancelReject',
            clOrdId,
            ordStatus: OrdStatus.Rejected,
            cxlRejReason: CxlRejReason.UnknownOrder,
            cxlRejResponseTo: CxlRejResponseTo.OrderCancelReplaceRequest,
          });
        }
        open.delete(origClOrdId);
        open.set(clOrdId, order);
        return session.send(report(clOrdId, symbol, 'replaced'));
      },
      OrderStatusRequest: ({ clOrdId = '', symbol }, session) =>
        session.send(report(clOrdId, symbol, open.has(clOrdId) ? 'status' : 'unknown')),
      async OrderCancelBatchRequest({ batchId, orders }, session) {
        const isOpen = orders.map(({ origClOrdId = '' }) => open.delete(origClOrdId));
        if (!isOpen.includes(true)) {
          return session.send({ type: 'OrderCancelBatchReject', batchId, text: 'none is open' });
        }
        for (const [index, { clOrdId, symbol }] of orders.entries()) {
          if (isOpen[index] === true) await session.send(report(clOrdId, symbol, 'canceled'));
          else {
            await session.send({
              type: 'OrderCancelReject',
              clOrdId,
              ordStatus: OrdStatus.Rejected,
              cxlRejReason: CxlRejReason.UnknownOrder,
              cxlRejResponseTo: CxlRejResponseTo.OrderCancelRequest,
            });
          }
        }
      },
    },
    {
      async verify({ field }) {
        const verdict = await verifier.verify(field);
        return verdict.ok
          ? { ok: true, principal: (verdict.principal.keyName ?? '').slice(0, 1) }
          : verdict;
      },
      groupOf: (profile) => profile,
      ...options,
    },
  );
}

const execTypes = {
  new: ExecType.New,
  replaced: ExecType.Replaced,
  status: ExecType.OrderStatus,
} as const;
