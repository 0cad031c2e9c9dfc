import type { OrderRow, OrdersState, TradeRow } from '../../domain/orders/state.js';
import { groupOf } from '../../domain/orders/state.js';
import { type DayPrices, statisticsUpTo, type Volumes } from '../../domain/orders/statistics.js';
import type { CurrencyRow, ProductRow } from '../../domain/products/state.js';
import type { View } from '../../domain/subject.js';
import type { DomainState } from '../../domain/subjects.js';
import { day } from '../../domain/time.js';
import { DayExtremes } from './day-extremes.js';
import { ShownBook } from './shown-book.js';

/** A product's market, as the committed entries have made it. */
export interface CommittedMarket {
  readonly book: ShownBook;
  readonly extremes: DayExtremes;
  /** The last sequence number; 0 before the first one. */
  sequence: number;
  /** The last trade, if there was one. */
  lastTrade: TradeRow | undefined;
}

/**
 * What the feed shows: the part of the state that is committed. The state itself may be ahead of the journal, and nothing of the difference
 * may be sent (journal-3).
 */
export class Committed {
  /** By id. */
  readonly products: Map<string, ProductRow> = new Map();
  /** By id. */
  readonly currencies: Map<string, CurrencyRow> = new Map();
  readonly #orders: View<OrdersState>;
  readonly #markets = new Map<string, CommittedMarket>();

  /** Begins with a state. */
  constructor({ products, orders }: Pick<DomainState, 'products' | 'orders'>) {
    this.#orders = orders;
    for (const currency of products.currencies.rows()) this.currencies.set(currency.id, currency);
    for (const product of products.products.rows()) {
      this.products.set(product.id, product);
      this.#markets.set(product.id, this.#loaded(product.id));
    }
  }

  /** The market of a product. */
  market(product: string): CommittedMarket {
    const known = this.#markets.get(product);
    if (known !== undefined) return known;
    const market = this.#empty();
    this.#markets.set(product, market);
    return market;
  }

  /** Statistics of a product up to its last committed trade. */
  statisticsUpTo(trade: TradeRow): Volumes & DayPrices {
    const { extremes } = this.market(trade.product);
    return statisticsUpTo(this.#orders.tradesByProduct, trade, trade.at, (start) =>
      extremes.since(start),
    );
  }

  #empty(): CommittedMarket {
    return {
      book: new ShownBook(),
      extremes: new DayExtremes(),
      sequence: 0,
      lastTrade: undefined,
    };
  }

  #loaded(product: string): CommittedMarket {
    const market = this.#empty();
    market.sequence = this.#orders.markets.get(product)?.sequence ?? 0;
    market.lastTrade = this.#orders.tradesByProduct.last(product);
    for (const trade of this.#recentTrades(product, market.lastTrade)) market.extremes.add(trade);
    for (const row of this.#rows(product)) {
      const { id, side, price = 0n, shown: size } = row;
      if (size > 0n) market.book.open({ id, side, price, size });
    }
    return market;
  }

  /** The orders on the book of a product, in the order in which they are filled. */
  *#rows(product: string): IterableIterator<OrderRow> {
    yield* this.#orders.book.rows(groupOf(product, 'buy'), 'down');
    yield* this.#orders.book.rows(groupOf(product, 'sell'), 'up');
  }

  #recentTrades(product: string, last: TradeRow | undefined): readonly TradeRow[] {
    if (last === undefined) return [];
    const since = last.at - day;
    const { slots } = this.#orders.tradesByProduct.page(product, {
      limit: Infinity,
      since: ({ at }) => at >= since,
    });
    return slots.map(({ row }) => row).reverse();
  }
}
