import type { DeploymentEvents } from '../../domain/deployment/events.js';
import type { Entry } from '../../domain/engine.js';
import { type BookReport, bookReportsOf } from '../../domain/orders/book-reports.js';
import { bookOrders, marketOf } from '../../domain/orders/queries.js';
import type { MarketRow } from '../../domain/orders/state.js';
import type { ProductsEvents } from '../../domain/products/events.js';
import { listProducts } from '../../domain/products/queries.js';
import type { ProductRow } from '../../domain/products/state.js';
import type { DomainState } from '../../domain/subjects.js';
import { decodeCanonical } from '../../domain/value.js';
import type { BookOrder, BookSnapshot, ListedProduct, MarketChange } from './changes.js';

/** What a committed entry has changed in the market of a product. */
export type MarketEvent =
  | { readonly kind: 'book'; readonly product: string; readonly change: MarketChange }
  | {
      readonly kind: 'status';
      readonly product: string;
      readonly listed: ListedProduct;
      /** RptSeq (83) of the last change. */
      readonly number: number;
    };

/** Rows of a table, as a snapshot has them. */
interface EncodedMarkets {
  readonly rows: readonly (readonly [position: number, product: string, row: MarketRow])[];
}

/** The numbers of changes as they were after the last committed entry, because the state may be ahead of it. */
export class MarketProjection {
  readonly #numbers = new Map<string, number>();

  /** @param state after the last committed entry */
  constructor({ orders }: DomainState) {
    for (const { product, reports } of orders.markets.rows()) this.#numbers.set(product, reports);
  }

  /** Applies a committed entry. Returns what it changes, in order. */
  eventsOf({ events, at }: Entry): readonly MarketEvent[] {
    return events.flatMap(({ type, data }): readonly MarketEvent[] => {
      if (type === 'deployment.restored')
        this.#restore((data as DeploymentEvents[typeof type]).state);
      if (type === 'products.changed') {
        const { product } = data as ProductsEvents[typeof type];
        const number = this.#numbers.get(product.id) ?? 0;
        return [{ kind: 'status', product: product.id, listed: listed(product), number }];
      }
      return bookReportsOf(type, data).map((report) => {
        const { product } = report;
        return { kind: 'book', product, change: { ...report, number: this.#next(report), at } };
      });
    });
  }

  /** Begins again with an encoded state. */
  #restore(text: string): void {
    const { subjects } = decodeCanonical(text) as {
      readonly subjects: { readonly orders?: { readonly markets: EncodedMarkets } };
    };
    this.#numbers.clear();
    for (const [, product, { reports }] of subjects.orders?.markets.rows ?? [])
      this.#numbers.set(product, reports);
  }

  #next({ product }: BookReport): number {
    const number = (this.#numbers.get(product) ?? 0) + 1;
    this.#numbers.set(product, number);
    return number;
  }
}

/** The book of a product, as the state has it. */
export function bookOf({ orders, products }: DomainState, product: string): BookSnapshot {
  const row = products.products.get(product);
  const { reports: number, at } = marketOf(orders, product);
  const entries = (['buy', 'sell'] as const).flatMap((side) =>
    bookOrders(orders, product, side).map(({ id, price = 0n, shown }): BookOrder => {
      return { order: id, side, price, size: shown };
    }),
  );
  const status = row === undefined ? statuses.halted : statusOf(row);
  return { product, number, at, status, orders: entries };
}

/** All products. */
export function listedProducts({ products }: DomainState): readonly ListedProduct[] {
  return listProducts(products).map(listed);
}

function listed(product: ProductRow): ListedProduct {
  const { id, quote, quoteIncrement, baseIncrement } = product;
  return {
    product: id,
    currency: quote,
    priceIncrement: quoteIncrement,
    sizeIncrement: baseIncrement,
    status: statusOf(product),
  };
}

/** MDSecurityTradingStatus (1682), with the numbers of FIX (market-data-4). */
const statuses = { ready: 17, halted: 2, cancelOnly: 18, postOnly: 21 } as const;

function statusOf({ status, tradingDisabled, cancelOnly, postOnly }: ProductRow): number {
  if (status !== 'online' || tradingDisabled) return statuses.halted;
  if (cancelOnly) return statuses.cancelOnly;
  return postOnly ? statuses.postOnly : statuses.ready;
}
