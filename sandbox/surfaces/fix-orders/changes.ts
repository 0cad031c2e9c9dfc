import type { Decimal } from '../../domain/numbers.js';
import type { OrderTerms, Progress } from '../../domain/orders/state.js';
import type { Instant } from '../../domain/time.js';

/** An order as reports show it, after the change that they report. */
export type ReportedOrder = OrderTerms & Pick<Progress, 'filled' | 'value' | 'left'>;

/** What happened to an order, or its status. */
export type Happening =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'rejected'; readonly text: string }
  | {
      readonly kind: 'filled';
      readonly size: Decimal;
      readonly price: Decimal;
      readonly trade: number;
      readonly isTaker: boolean;
      readonly fee: Decimal;
      /** The order on the other side. */
      readonly other: string;
      /** True if nothing is filled after it. */
      readonly isLast: boolean;
    }
  /** The order is completely filled: the last report of FIX 4.2. */
  | { readonly kind: 'complete' }
  | { readonly kind: 'canceled'; readonly text?: string | undefined }
  | { readonly kind: 'expired'; readonly text?: string | undefined }
  /** The order was modified by its owner. */
  | { readonly kind: 'replaced'; readonly before?: string | undefined }
  /** The exchange changed the order: its price, or its size. */
  | { readonly kind: 'restated'; readonly what: 'price' | 'size' }
  | { readonly kind: 'status'; readonly status: ReportedStatus };

/** Status of an order, in the terms of FIX. */
export type ReportedStatus = 'new' | 'partial' | 'filled' | 'canceled' | 'expired' | 'rejected';

/** A change of an order, or its status, as all sessions see it. */
export interface OrderChange {
  readonly order: ReportedOrder;
  readonly happening: Happening;
  /** ExecID (17): identifies the event in all sessions (fix-10). */
  readonly execId: string;
  readonly at: Instant;
  /** Sequence number of the product's market, if the event has one. */
  readonly sequence?: number | undefined;
  /** ClOrdID of the cancellation that the change answers. */
  readonly request?: string | undefined;
}
