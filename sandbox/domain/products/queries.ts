import type { View } from '../subject.js';
import type { CurrencyRow, ProductRow, ProductsState } from './state.js';

/** A product; its id is case-sensitive (products-2). */
export function productOf({ products }: View<ProductsState>, id: string): ProductRow | undefined {
  return products.get(id);
}

/** All products, in the order in which they were added. */
export function listProducts({ products }: View<ProductsState>): readonly ProductRow[] {
  return [...products.rows()];
}

/** A currency; its id is case-sensitive. */
export function currencyOf(
  { currencies }: View<ProductsState>,
  id: string,
): CurrencyRow | undefined {
  return currencies.get(id);
}

/** All currencies, in the order in which they were added. */
export function listCurrencies({ currencies }: View<ProductsState>): readonly CurrencyRow[] {
  return [...currencies.rows()];
}
