import { decimalsOf, scale } from '../numbers.js';
import { accept, type CommandType, type Decide, refuse } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { event } from './events.js';
import type { CurrencyRow, ProductRow } from './state.js';

/** Commands of the subject `products`, which only the control plane sends. */
export interface ProductsCommands {
  readonly 'products.create': CommandType<
    { readonly product: Omit<ProductRow, 'id'> },
    ProductRow,
    'already-exists' | 'form'
  >;
  /** Changes the members that are present: states, limits, increments are not among them. */
  readonly 'products.update': CommandType<
    { readonly id: string; readonly changes: ProductChanges },
    ProductRow,
    'unknown-product'
  >;
  readonly 'products.create-currency': CommandType<
    { readonly currency: CurrencyRow },
    CurrencyRow,
    'already-exists' | 'form'
  >;
  readonly 'products.update-currency': CommandType<
    { readonly id: string; readonly changes: CurrencyChanges },
    CurrencyRow,
    'not-found'
  >;
}

/** What can be changed of a product. Its currencies and increments cannot: prices of open orders are multiples of them. */
export type ProductChanges = Partial<
  Omit<ProductRow, 'id' | 'base' | 'quote' | 'baseIncrement' | 'quoteIncrement'>
>;

/** What can be changed of a currency. */
export type CurrencyChanges = Partial<Omit<CurrencyRow, 'id' | 'precision'>>;

export const productsCommands: {
  readonly [Name in keyof ProductsCommands]: Decide<ProductsCommands[Name], DomainState>;
} = {
  'products.create'({ state }, { product }) {
    const { base, quote, baseIncrement, quoteIncrement } = product;
    const id = `${base}-${quote}`;
    const { products, currencies } = state.products;
    if (products.has(id)) return refuse('already-exists', { what: 'product' });
    for (const [member, currency] of Object.entries({ base, quote }))
      if (!currencies.has(currency))
        return refuse('form', { member, problem: 'must be a currency of the exchange' });
    if (baseIncrement <= 0n || quoteIncrement <= 0n)
      return refuse('form', { member: 'baseIncrement', problem: 'must be above zero' });
    // engine-5: the value of a trade is exact.
    if (decimalsOf(baseIncrement) + decimalsOf(quoteIncrement) > scale)
      return refuse('form', {
        member: 'baseIncrement',
        problem: `has, with that of prices, more than ${scale} decimals`,
      });
    const created = { ...product, id };
    return accept(created, event('products.changed', { product: created }));
  },

  'products.update'({ state }, { id, changes }) {
    const product = state.products.products.get(id);
    if (product === undefined) return refuse('unknown-product', {});
    const changed = { ...product, ...changes };
    return accept(changed, event('products.changed', { product: changed }));
  },

  'products.create-currency'({ state }, { currency }) {
    if (state.products.currencies.has(currency.id))
      return refuse('already-exists', { what: 'currency' });
    if (currency.precision <= 0n)
      return refuse('form', { member: 'precision', problem: 'must be above zero' });
    return accept(currency, event('products.currency-changed', { currency }));
  },

  'products.update-currency'({ state }, { id, changes }) {
    const currency = state.products.currencies.get(id);
    if (currency === undefined) return refuse('not-found', { what: 'currency' });
    const changed = { ...currency, ...changes };
    return accept(changed, event('products.currency-changed', { currency: changed }));
  },
};
