import type { Refusals } from '../../domain/refusals.js';
import type { Commands } from '../../domain/subjects.js';
import { orderTexts } from '../exchange/order-texts.js';

/** Codes with which a message about orders is refused. */
export type OrderCode =
  | Commands['orders.place' | 'orders.modify' | 'orders.cancel']['refusal']
  | 'forbidden'
  | 'too-many';

/** A refusal of a message about orders. */
export type OrderRefusal = {
  readonly [Code in OrderCode]: { readonly code: Code; readonly data: Refusals[Code] };
}[OrderCode];

/** Names of members of requests in FIX. */
const fields: Readonly<Record<string, string>> = {
  price: 'Price (44)',
  size: 'OrderQty (38)',
  funds: 'CashOrderQty (152)',
  stopPrice: 'StopPx (99)',
  stopLimitPrice: 'StopLimitPx (3040)',
  maxFloor: 'DisplayQty (1138) or MaxFloor (111)',
  timeInForce: 'TimeInForce (59)',
  cancelAfter: 'ExpireTime (126)',
  expireAt: 'ExpireTime (126)',
  postOnly: 'ExecInst (18)',
  stop: 'TriggerPriceDirection (1109)',
};

const texts: { readonly [Code in OrderCode]: (data: Refusals[Code]) => string } = {
  ...orderTexts,
  'too-many': ({ what }) => `too many ${what}`,
  form: ({ member, problem }) => `${fields[member] ?? member} ${problem}`,
  'not-found': ({ what }) => `${what} not found`,
  'post-only': () => 'post only',
  state: () => 'Only open limit orders can be modified',
};

/** The Text (58) of a refusal: that of exchange REST (refusals-1). */
export function refusalText({ code, data }: OrderRefusal): string {
  const text = texts[code] as (data: unknown) => string;
  return text(data);
}
