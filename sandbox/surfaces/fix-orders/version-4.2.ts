import {
  type ExchangeFix42OrderEntryTypes,
  ExecTransType,
  OrdRejReason,
} from '@platform/exchange-fix-4.2';
import { batchReject, changeReject, refusedOrder, unknownOrder } from './rejects.js';
import { reports42 } from './report-4.2.js';
import type { Version } from './version.js';

/** Refusals that FIX 4.2 reports as an order that exceeds a limit (section 21). */
const limitCodes: ReadonlySet<string> = new Set(['too-many-open', 'insufficient-funds']);

/** Tag of ProductSeq, in the header. */
const productSeq = 999;

/** FIX 4.2. */
export const version42: Version<ExchangeFix42OrderEntryTypes> = {
  gateway: 'fix-4.2',
  kind: 'orders-4.2',
  reports: reports42,
  header: ({ sequence }) =>
    sequence === undefined ? {} : { other: [[productSeq, String(sequence)]] },
  refusedOrder(order) {
    const exceedsLimit = limitCodes.has(order.refusal.code);
    return {
      ...refusedOrder(order),
      execTransType: ExecTransType.New,
      ordRejReason: exceedsLimit ? OrdRejReason.OrderExceedsLimit : OrdRejReason.ExchangeOption,
    };
  },
  unknownOrder: (request) => ({
    ...unknownOrder(request),
    execTransType: ExecTransType.Status,
    ordRejReason: OrdRejReason.ExchangeOption,
  }),
  refusedChange: changeReject,
  refusedBatch: batchReject,
};
