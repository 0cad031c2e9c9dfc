import type { FixHeaderFields, FixTypes } from '@tallystick/runtime/fix';
import type { GatewayName } from '../../fix-options.js';
import type { OrderGateway } from '../../domain/sessions/state.js';
import type { OrderChange } from './changes.js';
import type { OrderRefusal } from './say.js';

/** What the versions of FIX say differently. */
export interface Version<Types extends FixTypes> {
  readonly gateway: OrderGateway;
  /** Name of the gateway among those of the sandbox. */
  readonly kind: GatewayName;
  /** Reports (8) of a change. */
  reports(change: OrderChange): readonly Types['toClient'][];
  /** Fields of the header of a report. */
  header(change: OrderChange): FixHeaderFields;
  /** Report (8) that an order was refused. */
  refusedOrder(order: RefusedOrder): Types['toClient'];
  /** Report (8) that there is no such order (fix-5). */
  unknownOrder(request: StatusMessage & { readonly execId: string }): Types['toClient'];
  /** Reject (9) of a cancellation or modification (fix-4). */
  refusedChange(change: RefusedChange): Types['toClient'];
  /** Reject (U5, U7) of a batch of which nothing succeeded (fix-7). */
  refusedBatch(kind: 'orders' | 'cancellations', batchId: string, text: string): Types['toClient'];
}

/** A new order, as both versions have it. */
export interface OrderMessage {
  readonly clOrdId: string;
  readonly symbol: string;
  readonly side: '1' | '2';
  readonly ordType: '1' | '2' | '4' | 'O';
  readonly orderQty?: string;
  readonly cashOrderQty?: string;
  readonly price?: string;
  readonly stopPx?: string;
  readonly stopLimitPx?: string;
  readonly timeInForce?: '1' | '3' | '4' | '6' | 'P';
  readonly expireTime?: string;
  readonly execInst?: readonly 'A'[];
  readonly triggerPriceDirection?: 'U' | 'D';
  readonly selfTradeType?: 'D' | 'O' | 'N' | 'B';
  /** FIX 5.0. */
  readonly displayQty?: string;
  /** FIX 4.2. */
  readonly maxFloor?: string;
}

/** A cancellation. */
export interface CancelMessage {
  readonly clOrdId: string;
  readonly orderId?: string;
  readonly origClOrdId?: string;
  readonly symbol: string;
}

/** A modification. */
export interface ReplaceMessage extends CancelMessage {
  readonly orderQty?: string;
  readonly price?: string;
}

/** A request for the status of an order. */
export interface StatusMessage {
  readonly clOrdId?: string;
  readonly orderId?: string;
  readonly symbol: string;
}

/** An order that was refused, with the reason. */
export interface RefusedOrder {
  readonly message: OrderMessage;
  readonly refusal: OrderRefusal;
  readonly execId: string;
}

/** A cancellation or modification that was refused, with the reason. */
export interface RefusedChange {
  readonly kind: 'cancellation' | 'modification';
  readonly message: CancelMessage;
  readonly refusal: OrderRefusal;
}
