import {
  type ExecutionReport,
  type ExecutionReportFields,
  ExecRestatementReason,
  ExecType,
  OrdRejReason,
  OrdStatus,
  TimeInForce,
} from '@platform/exchange-fix-5.0';
import { printDecimal } from '../../domain/numbers.js';
import type { Happening, OrderChange, ReportedStatus } from './changes.js';
import { averagePrice, commonFields, present, printed } from './fields.js';

/** The reports of a change in FIX 5.0 SP2 (fix-3). The end of a completely filled order has none: the last fill says it. */
export function reports50(change: OrderChange): readonly ExecutionReport[] {
  const { order, happening } = change;
  if (happening.kind === 'complete') return [];
  const isRejected = happening.kind === 'rejected';
  const fields = present<ExecutionReportFields>({
    type: 'ExecutionReport',
    ...commonFields(change),
    execType: execTypeOf(happening),
    ordStatus: ordStatusOf(change),
    cumQty: printDecimal(order.filled),
    leavesQty: printDecimal(order.left),
    avgPx: averagePrice(order),
    displayQty: printed(order.maxFloor),
    timeInForce: order.lifetime === undefined ? undefined : timesInForce[order.lifetime],
    lastQty: happening.kind === 'filled' ? printDecimal(happening.size) : undefined,
    ordRejReason: isRejected ? OrdRejReason.ExchangeOption : undefined,
    execRestatementReason: happening.kind === 'restated' ? restatements[happening.what] : undefined,
  });
  // The codec checks the conditions between the fields.
  return [fields as ExecutionReport];
}

function execTypeOf({ kind }: Exclude<Happening, { readonly kind: 'complete' }>): ExecType {
  return execTypes[kind];
}

function ordStatusOf({ order, happening }: OrderChange): OrdStatus {
  switch (happening.kind) {
    case 'filled':
      return happening.isLast ? OrdStatus.Filled : OrdStatus.PartiallyFilled;
    case 'canceled':
      return OrdStatus.Canceled;
    case 'expired':
      return OrdStatus.Expired;
    case 'rejected':
      return OrdStatus.Rejected;
    case 'replaced':
      return OrdStatus.Replaced;
    case 'status':
      return ordStatuses[happening.status];
    default:
      return order.filled > 0n ? OrdStatus.PartiallyFilled : OrdStatus.New;
  }
}

const execTypes = {
  accepted: ExecType.New,
  rejected: ExecType.Rejected,
  filled: ExecType.Trade,
  canceled: ExecType.Canceled,
  expired: ExecType.Expired,
  replaced: ExecType.Replaced,
  restated: ExecType.Restated,
  status: ExecType.OrderStatus,
} as const;

const ordStatuses: Readonly<Record<ReportedStatus, OrdStatus>> = {
  new: OrdStatus.New,
  partial: OrdStatus.PartiallyFilled,
  filled: OrdStatus.Filled,
  canceled: OrdStatus.Canceled,
  expired: OrdStatus.Expired,
  rejected: OrdStatus.Rejected,
};

const restatements = {
  price: ExecRestatementReason.RepricingOfOrder,
  size: ExecRestatementReason.PartialDeclineOfOrderQty,
} as const;

const timesInForce = {
  GTC: TimeInForce.GoodTillCancel,
  GTT: TimeInForce.GoodTillDate,
  GTD: TimeInForce.GoodTillDate,
  IOC: TimeInForce.ImmediateOrCancel,
  FOK: TimeInForce.FillOrKill,
} as const;
