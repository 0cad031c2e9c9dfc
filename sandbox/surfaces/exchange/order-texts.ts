import type { ErrorMessage } from '@platform/exchange';
import type { Refusals } from '../../domain/refusals.js';

/** Codes whose texts are the same wherever a message about an order is refused. */
export type OrderTextCode =
  | 'forbidden'
  | 'unknown-product'
  | 'product-state'
  | 'increment'
  | 'minimum'
  | 'duplicate-client-id'
  | 'too-many-open'
  | 'insufficient-funds'
  | 'already-done';

/** Texts of refusals about orders, which all surfaces of the exchange share (refusals-1). */
export const orderTexts: {
  readonly [Code in OrderTextCode]: (data: Refusals[Code]) => ErrorMessage;
} = {
  forbidden: () => 'Forbidden',
  'unknown-product': () => 'Product not found',
  'product-state': ({ state }) => productStates[state],
  increment: ({ member, isSmall }) => {
    if (/price/i.test(member)) return 'price too precise';
    return isSmall ? 'size is too small' : 'size too precise';
  },
  minimum: ({ isLarge }) => (isLarge ? 'size is too large' : 'size is too small'),
  'duplicate-client-id': () => 'duplicate client_oid',
  'too-many-open': () => 'too many open orders',
  'insufficient-funds': () => 'Insufficient funds',
  'already-done': () => 'Order already done',
};

const productStates: Readonly<Record<Refusals['product-state']['state'], ErrorMessage>> = {
  offline: 'Trading pair not available',
  disabled: 'Trading pair not available',
  'cancel-only': 'Cancel only mode',
  'limit-only': 'Limit only mode',
  'post-only': 'Post only mode',
};
