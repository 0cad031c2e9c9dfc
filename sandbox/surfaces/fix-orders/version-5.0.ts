import { type ExchangeFix50OrderEntryTypes, OrdRejReason } from '@platform/exchange-fix-5.0';
import { batchReject, changeReject, refusedOrder, unknownOrder } from './rejects.js';
import { reports50 } from './report-5.0.js';
import type { Version } from './version.js';

/** Quantities of an order that there is not. FIX requires them of every report. */
const nothing = { cumQty: '0', leavesQty: '0' };

/** FIX 5.0 SP2. */
export const version50: Version<ExchangeFix50OrderEntryTypes> = {
  gateway: 'fix-5.0',
  kind: 'orders-5.0',
  reports: reports50,
  header: () => ({}),
  refusedOrder(order) {
    const isUnknown = order.refusal.code === 'unknown-product';
    const ordRejReason = isUnknown ? OrdRejReason.UnknownSymbol : OrdRejReason.ExchangeOption;
    return { ...refusedOrder(order), ...nothing, ordRejReason };
  },
  unknownOrder: (request) => ({
    ...unknownOrder(request),
    ...nothing,
    ordRejReason: OrdRejReason.UnknownOrder,
  }),
  refusedChange: changeReject,
  refusedBatch: batchReject,
};
