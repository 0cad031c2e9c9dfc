import type { Decimal } from '../../domain/numbers.js';
import type { BookReport } from '../../domain/orders/book-reports.js';
import type { Instant } from '../../domain/time.js';

/** A change of a product's book, or a trade, with the next number of the product (market-data-2). */
export type MarketChange = BookReport & {
  /** RptSeq (83). */
  readonly number: number;
  readonly at: Instant;
};

/** An order as the book shows it. */
export interface BookOrder {
  readonly order: string;
  readonly side: 'buy' | 'sell';
  readonly price: Decimal;
  readonly size: Decimal;
}

/** The book of a product, order by order, as it is after the change with a number. */
export interface BookSnapshot {
  readonly product: string;
  /** RptSeq (83). */
  readonly number: number;
  /** MDSecurityTradingStatus (1682). */
  readonly status: number;
  readonly at: Instant;
  /** Best first: the bids, then the offers. */
  readonly orders: readonly BookOrder[];
}

/** What a product's orders must be like, and whether it trades. */
export interface ListedProduct {
  readonly product: string;
  /** Currency of the price. */
  readonly currency: string;
  readonly priceIncrement: Decimal;
  readonly sizeIncrement: Decimal;
  /** MDSecurityTradingStatus (1682). */
  readonly status: number;
}
