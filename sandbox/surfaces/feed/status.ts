import type { StatusMessage } from '@platform/exchange/types';
import { currencyBody } from '../exchange/currencies.js';
import { productBody } from '../exchange/products.js';
import type { Committed } from './committed.js';

/** All products and currencies with their status (feed-7). */
export function status({ products, currencies }: Committed): StatusMessage {
  return {
    type: 'status',
    products: [...products.values()].map(productBody),
    currencies: [...currencies.values()].map(currencyBody),
  };
}
