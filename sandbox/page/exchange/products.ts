import type { ExchangeFeed } from '@platform/exchange';
import type { Currency, Product } from '@platform/exchange/types';
import { Store } from './store.js';

/** Products and currencies with their states, as the channel `status` sends them. */
export class Products extends Store {
  #products: readonly Product[] | undefined;
  #currencies: readonly Currency[] = [];

  constructor(feed: ExchangeFeed, report: (error: unknown) => void) {
    super();
    feed
      .subscribe('status', {
        onMessage: ({ products, currencies }) => {
          this.#products = products;
          this.#currencies = currencies;
          this.changed();
        },
      })
      .catch(report);
  }

  /** All products; `undefined` until they are known. */
  get all(): readonly Product[] | undefined {
    return this.#products;
  }

  get currencies(): readonly Currency[] {
    return this.#currencies;
  }

  /** A product by its name. */
  find(id: string | undefined): Product | undefined {
    return this.#products?.find((product) => product.id === id);
  }
}
