import { type EventMaker, type EventType, makeEvent } from '../subject.js';
import type { CurrencyRow, ProductRow, ProductsState } from './state.js';

/** Events of the subject `products`. Each has the whole row, as the feed's status channel and FIX report it. */
export interface ProductsEvents {
  /** A product is new, or was changed. */
  readonly 'products.changed': { readonly product: ProductRow };
  /** A currency is new, or was changed. */
  readonly 'products.currency-changed': { readonly currency: CurrencyRow };
}

export const event: EventMaker<ProductsEvents> = makeEvent;

export const productsEvents: {
  readonly [Name in keyof ProductsEvents]: EventType<ProductsState, ProductsEvents[Name]>;
} = {
  'products.changed': {
    version: 1,
    apply: ({ products }, { product }) => products.set(product.id, product),
  },
  'products.currency-changed': {
    version: 1,
    apply: ({ currencies }, { currency }) => currencies.set(currency.id, currency),
  },
};
