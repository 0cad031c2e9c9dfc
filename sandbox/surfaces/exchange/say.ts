import { type Answer, answer, createRefusals, type Refuse } from '@tallystick/runtime/http/server';
import type { ErrorBody, ErrorMessage } from '@platform/exchange';
import type { ExchangeHandlers } from '@platform/exchange/server';
import type { Refusals } from '../../domain/refusals.js';
import type { Commands } from '../../domain/subjects.js';
import { orderTexts, type OrderTextCode } from './order-texts.js';

/** Refusals of each handler: those of its command, or of its query. */
export interface ExchangeRefusals {
  readonly getProfile: 'not-found';
  readonly getAccount: 'not-found';
  readonly listAccountLedger: 'not-found' | 'forbidden';
  readonly listOrders: 'forbidden';
  readonly createOrder: Commands['orders.place']['refusal'] | 'forbidden';
  readonly getOrder: 'not-found';
  readonly cancelOrder: Commands['orders.cancel']['refusal'] | 'forbidden';
  readonly getOrderByClientOid: 'not-found';
  readonly cancelOrderByClientOid: Commands['orders.cancel']['refusal'] | 'forbidden';
  readonly listFills: 'form';
  readonly getProductBook: 'unknown-product';
  readonly getProductTicker: 'unknown-product' | 'not-found';
  readonly getProductStats: 'unknown-product';
  readonly getTradingVolumes: 'not-found';
  readonly updateSettlementPreferences: 'not-found' | 'form';
}

/** A refusal in the words of the exchange: a message, and nothing else. */
export function saying<Status extends number>(
  status: Status,
  message: ErrorMessage,
): Answer<Status, ErrorBody> {
  return answer(status, { message });
}

const sayNotFound = saying(404, 'NotFound');
const sayNoOrder = saying(404, 'order not found');
const sayNoProduct = saying(404, 'Product not found');
const sayForbidden = saying(403, 'Forbidden');

/** Members of requests whose names differ from those in the domain. */
const members: Readonly<Record<string, string>> = {
  stopPrice: 'stop_price',
  stopLimitPrice: 'stop_limit_price',
  maxFloor: 'max_floor',
  timeInForce: 'time_in_force',
  cancelAfter: 'cancel_after',
  postOnly: 'post_only',
};

const sayForm = ({ member, problem }: Refusals['form']): Answer<400, ErrorBody> =>
  saying(400, `${members[member] ?? member} ${problem}`);

/** Says a refusal about an order with status 400 and the text that the other surfaces repeat. */
const sayOrder =
  <Code extends OrderTextCode>(code: Code) =>
  (data: Refusals[Code]): Answer<400, ErrorBody> =>
    saying(400, orderTexts[code](data));

const sayCancel = {
  'not-found': sayNoOrder,
  'already-done': sayOrder('already-done'),
  forbidden: sayForbidden,
};

/** Says a refusal in the words of the exchange's REST API (section 21 of the design, column X). */
export const say: Refuse<Refusals, ExchangeHandlers, ExchangeRefusals> = createRefusals<
  Refusals,
  ExchangeHandlers,
  ExchangeRefusals
>({
  getProfile: { 'not-found': sayNotFound },
  getAccount: { 'not-found': sayNotFound },
  listAccountLedger: { 'not-found': sayNotFound, forbidden: sayForbidden },
  listOrders: { forbidden: sayForbidden },
  createOrder: {
    forbidden: sayForbidden,
    form: sayForm,
    'unknown-product': sayOrder('unknown-product'),
    'product-state': sayOrder('product-state'),
    increment: sayOrder('increment'),
    minimum: sayOrder('minimum'),
    'duplicate-client-id': sayOrder('duplicate-client-id'),
    'too-many-open': sayOrder('too-many-open'),
    'insufficient-funds': sayOrder('insufficient-funds'),
  },
  getOrder: { 'not-found': sayNoOrder },
  cancelOrder: sayCancel,
  getOrderByClientOid: { 'not-found': sayNoOrder },
  cancelOrderByClientOid: sayCancel,
  listFills: { form: sayForm },
  getProductBook: { 'unknown-product': sayNoProduct },
  getProductTicker: { 'unknown-product': sayNoProduct, 'not-found': sayNotFound },
  getProductStats: { 'unknown-product': sayNoProduct },
  getTradingVolumes: { 'not-found': sayNotFound },
  updateSettlementPreferences: { 'not-found': sayNotFound, form: sayForm },
});
