import {
  createExchangeFix50OrderEntryAcceptor,
  CxlRejReason,
  CxlRejResponseTo,
  type ExecutionReport,
  ExecType,
  logonKeyVerifier,
  MassCancelResponse,
  type NewOrderBatchRequestOrdersEntry,
  type NewOrderSingle,
  type OrderCancelReject,
  type ExchangeFix50OrderEntryTypes,
  OrdRejReason,
  OrdStatus,
  QuoteStatus,
  Side,
} from '@platform/exchange-fix-5.0';
import type { FixAcceptor, FixAcceptorOptions, FixClient } from '@tallystick/runtime/fix';
import { keys } from './keys.js';

/** Principal of a session. */
export interface Trader {
  readonly profile: string;
  /** Reports on orders of the profile's other sessions are wanted. */
  readonly dropCopy: boolean;
}

type Session = FixClient<ExchangeFix50OrderEntryTypes, Trader>;
type Placed = NewOrderSingle | NewOrderBatchRequestOrdersEntry;

/** An open order. */
interface Order {
  readonly orderId: string;
  readonly profile: string;
  readonly session: string;
  readonly placed: Placed;
  clOrdId: string;
}

/** HttpHandler that accepts orders and fills none, with the replies of the platform. */
export interface Venue {
  readonly acceptor: FixAcceptor<ExchangeFix50OrderEntryTypes, Trader>;
  /** Fills an order. */
  fill(clOrdId: string, quantity: string, price: string): Promise<void>;
}

/** Opens the exchange over FIX 5.0 SP2. */
export function openVenue50(
  options: FixAcceptorOptions<ExchangeFix50OrderEntryTypes, Trader>,
): Venue {
  const verifier = logonKeyVerifier({ keys });
  const open = new Map<string, Order>();
  let reports = 0;
  let orders = 0;

  const key = (profile: string, clOrdId: string): string => `${profile} ${clOrdId}`;
  const profileOf = ({ principal }: Session): string => principal?.profile ?? '';
  const find = (
    session: Session,
    { orderId, clOrdId }: { orderId?: string | undefined; clOrdId?: string | undefined },
  ): Order | undefined =>
    [...open.values()].find(
      (order) =>
        order.profile === profileOf(session) &&
        (order.orderId === orderId || order.clOrdId === clOrdId),
    );
  const reportOf = (order: Order, more: Partial<ExecutionReport>): ExecutionReport => ({
    type: 'ExecutionReport',
    clOrdId: order.clOrdId,
    orderId: order.orderId,
    execId: `e${++reports}`,
    symbol: order.placed.symbol,
    side: order.placed.side,
    ordStatus: OrdStatus.New,
    execType: ExecType.New,
    ...Object(more),
  });
  /** Sends a report to the session, and to other sessions of the profile that request copies. */
  const sendReport = async (session: Session, report: ExecutionReport): Promise<void> => {
    await session.send(report);
    for (const other of acceptor.clients()) {
      const wants = other.principal?.dropCopy === true && profileOf(other) === profileOf(session);
      if (other !== session && wants && other.isOpen) await other.send(report);
    }
  };
  const place = (session: Session, placed: Placed): ExecutionReport => {
    const order: Order = {
      orderId: `x${++orders}`,
      profile: profileOf(session),
      session: session.identity.senderCompId,
      placed,
      clOrdId: placed.clOrdId,
    };
    if (open.has(key(order.profile, order.clOrdId))) {
      return reportOf(
        { ...order, orderId: '0' },
        {
          execType: ExecType.Rejected,
          ordStatus: OrdStatus.Rejected,
          ordRejReason: OrdRejReason.ExchangeOption,
          text: 'ClOrdID of an open order',
        },
      );
    }
    open.set(key(order.profile, order.clOrdId), order);
    return reportOf(order, { cumQty: '0', leavesQty: placed.orderQty ?? '0' });
  };
  const cancel = (order: Order): ExecutionReport => {
    open.delete(key(order.profile, order.clOrdId));
    return reportOf(order, { execType: ExecType.Canceled, ordStatus: OrdStatus.Canceled });
  };
  const refusal = (clOrdId: string, more: Partial<OrderCancelReject>): OrderCancelReject => ({
    type: 'OrderCancelReject',
    clOrdId,
    ordStatus: OrdStatus.Rejected,
    cxlRejReason: CxlRejReason.UnknownOrder,
    cxlRejResponseTo: CxlRejResponseTo.OrderCancelRequest,
    ...more,
  });

  const acceptor = createExchangeFix50OrderEntryAcceptor<Trader>(
    {
      NewOrderSingle: (placed, session) => sendReport(session, place(session, placed)),
      async OrderCancelReplaceRequest(request, session) {
        const { clOrdId, origClOrdId, orderId } = request;
        const response = { cxlRejResponseTo: CxlRejResponseTo.OrderCancelReplaceRequest };
        const order = find(session, { orderId, clOrdId: origClOrdId });
        if (order === undefined) return session.send(refusal(clOrdId, response));
        if (open.has(key(order.profile, clOrdId))) {
          const text = 'ClOrdID of an open order';
          const cxlRejReason = CxlRejReason.ExchangeOption;
          return session.send(refusal(clOrdId, { ...response, cxlRejReason, text }));
        }
        open.delete(key(order.profile, order.clOrdId));
        const before = order.clOrdId;
        order.clOrdId = clOrdId;
        open.set(key(order.profile, clOrdId), order);
        const { price } = request;
        const more = { execType: ExecType.Replaced, origClOrdId: before, ...Object({ price }) };
        return sendReport(session, reportOf(order, more));
      },
      async OrderCancelRequest({ clOrdId, orderId, origClOrdId }, session) {
        const order = find(session, { orderId, clOrdId: origClOrdId });
        if (order === undefined) return session.send(refusal(clOrdId, {}));
        const before = order.clOrdId;
        return sendReport(session, { ...cancel(order), clOrdId, origClOrdId: before });
      },
      OrderStatusRequest({ clOrdId, orderId, symbol }, session) {
        const order = find(session, { orderId, clOrdId });
        if (order !== undefined) {
          return session.send(reportOf(order, { execType: ExecType.OrderStatus }));
        }
        return session.send({
          type: 'ExecutionReport',
          ...(clOrdId === undefined ? {} : { clOrdId }),
          orderId: '0',
          execId: `e${++reports}`,
          symbol,
          ordStatus: OrdStatus.Rejected,
          execType: ExecType.Rejected,
          ordRejReason: OrdRejReason.UnknownOrder,
        });
      },
      async OrderCancelBatchRequest({ batchId, orders: requested }, session) {
        const found = requested.map((entry) => ({
          entry,
          order: find(session, { orderId: entry.orderId, clOrdId: entry.origClOrdId }),
        }));
        if (found.every(({ order }) => order === undefined)) {
          return session.send({ type: 'OrderCancelBatchReject', batchId, text: 'none is open' });
        }
        for (const { entry, order } of found) {
          if (order === undefined) await session.send(refusal(entry.clOrdId, {}));
          else await sendReport(session, { ...cancel(order), clOrdId: entry.clOrdId });
        }
      },
      async NewOrderBatchRequest({ orders: placed }, session) {
        for (const each of placed) await sendReport(session, place(session, each));
      },
      async OrderMassCancelRequest({ clOrdId, massCancelRequestType }, session) {
        const name = session.identity.senderCompId;
        for (const order of [...open.values()].filter((each) => each.session === name)) {
          await sendReport(session, cancel(order));
        }
        await session.send({
          type: 'OrderMassCancelReport',
          clOrdId,
          massCancelRequestType,
          massCancelResponse: MassCancelResponse.CancelOrdersForATradingSession,
        });
      },
      // Success has no answer.
      RFQRequest: () => undefined,
      Quote: ({ quoteReqId, quoteId, symbol }, session) =>
        session.send({
          type: 'QuoteStatusReport',
          quoteReqId,
          quoteId,
          symbol,
          quoteStatus: QuoteStatus.Active,
        }),
    },
    {
      async verify({ message, field }) {
        const verdict = await verifier.verify(field);
        if (!verdict.ok) return verdict;
        const profile = (verdict.principal.keyName ?? '').slice(0, 1);
        const principal = { profile, dropCopy: message.dropCopyFlag ?? false };
        return { ok: true, principal, caller: profile };
      },
      groupOf: ({ profile }) => profile,
      ...options,
    },
  );
  return {
    acceptor,
    async fill(clOrdId, quantity, price) {
      const order = [...open.values()].find((each) => each.clOrdId === clOrdId);
      const session = acceptor
        .clients()
        .find(({ identity }) => identity.senderCompId === order?.session);
      if (order === undefined || session === undefined) throw new Error(`no order ${clOrdId}`);
      await sendReport(session, {
        ...reportOf(order, { ordStatus: OrdStatus.Filled, side: Side.Buy }),
        execType: ExecType.Trade,
        lastQty: quantity,
        lastPx: price,
        cumQty: quantity,
        leavesQty: '0',
        avgPx: price,
      });
    },
  };
}
