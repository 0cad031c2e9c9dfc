import {
  type ExecutionReport,
  type ExecutionReportFields,
  ExecRestatementReason,
  ExecTransType,
  ExecType,
  OrdRejReason,
  OrdStatus,
  TimeInForce,
} from '@platform/exchange-fix-4.2';
import { printDecimal } from '../../domain/numbers.js';
import type { OrderChange, ReportedStatus } from './changes.js';
import { averagePrice, commonFields, present, printed } from './fields.js';

/** The report of a change in FIX 4.2 (fix-3, fix-9). */
export function reports42(change: OrderChange): readonly ExecutionReport[] {
  const { order, happening } = change;
  const ordStatus = ordStatusOf(change);
  const hasQuantities = statusesWithQuantities.has(ordStatus);
  const isRejected = happening.kind === 'rejected';
  const fields = present<ExecutionReportFields>({
    type: 'ExecutionReport',
    ...commonFields(change),
    execTransType: happening.kind === 'status' ? ExecTransType.Status : ExecTransType.New,
    execType: execTypes[happening.kind],
    ordStatus,
    cumQty: hasQuantities ? printDecimal(order.filled) : undefined,
    leavesQty: hasQuantities ? printDecimal(order.left) : undefined,
    avgPx: averagePrice(order),
    maxFloor: printed(order.maxFloor),
    timeInForce: order.lifetime === undefined ? undefined : timesInForce[order.lifetime],
    lastShares: happening.kind === 'filled' ? printDecimal(happening.size) : undefined,
    ordRejReason: isRejected ? OrdRejReason.ExchangeOption : undefined,
    execRestatementReason: happening.kind === 'restated' ? restatements[happening.what] : undefined,
  });
  // The codec checks the conditions between the fields.
  return [fields as ExecutionReport];
}

function ordStatusOf({ order, happening }: OrderChange): OrdStatus {
  switch (happening.kind) {
    case 'filled':
      return happening.isLast ? OrdStatus.Filled : OrdStatus.PartiallyFilled;
    case 'complete':
      return OrdStatus.DoneForDay;
    case 'canceled':
    case 'expired':
      return OrdStatus.Canceled;
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

const statusesWithQuantities: ReadonlySet<OrdStatus> = new Set([
  OrdStatus.New,
  OrdStatus.PartiallyFilled,
  OrdStatus.DoneForDay,
  OrdStatus.Replaced,
]);

const execTypes = {
  accepted: ExecType.New,
  rejected: ExecType.Rejected,
  filled: ExecType.Fill,
  complete: ExecType.Done,
  canceled: ExecType.Canceled,
  expired: ExecType.Canceled,
  replaced: ExecType.Replaced,
  restated: ExecType.Restated,
  status: ExecType.OrderStatus,
} as const;

const ordStatuses: Readonly<Record<ReportedStatus, OrdStatus>> = {
  new: OrdStatus.New,
  partial: OrdStatus.PartiallyFilled,
  filled: OrdStatus.DoneForDay,
  canceled: OrdStatus.Canceled,
  expired: OrdStatus.Canceled,
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
