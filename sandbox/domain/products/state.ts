import type { Decimal } from '../numbers.js';
import { Table } from '../tables.js';
import { seededCurrencies, seededProducts } from './seed.js';

/** A network of a currency. */
export interface CurrencyNetwork {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly contractAddress: string;
  /** Pattern of destination tags; empty if the network has none. */
  readonly destinationTagRegex: string;
  readonly minWithdrawal: Decimal;
  readonly maxWithdrawal: Decimal;
  readonly confirmations: number;
  readonly processingSeconds: number;
}

/** A currency of the exchange. */
export interface CurrencyRow {
  readonly id: string;
  readonly name: string;
  readonly displayName: string;
  readonly minSize: Decimal;
  /** Increment of amounts that the exchange rounds: fees, conversions. */
  readonly precision: Decimal;
  readonly maxWithdrawal: Decimal;
  readonly status: string;
  readonly message: string;
  readonly convertibleTo: readonly string[];
  /** Absent for a currency without networks. */
  readonly defaultNetwork?: string | undefined;
  readonly networks: readonly CurrencyNetwork[];
}

/** A pair of currencies that is traded. */
export interface ProductRow {
  readonly id: string;
  readonly base: string;
  readonly quote: string;
  readonly displayName: string;
  readonly baseIncrement: Decimal;
  readonly quoteIncrement: Decimal;
  readonly minMarketFunds: Decimal;
  readonly maxMarketFunds: Decimal;
  /** Percentage above the market up to which bids are filled (book-6); `null` if there is no limit. */
  readonly highBidLimitPercentage: Decimal | null;
  readonly maxSlippage: Decimal;
  readonly fxStablecoin: boolean;
  readonly marginEnabled: boolean;
  readonly postOnly: boolean;
  readonly limitOnly: boolean;
  readonly cancelOnly: boolean;
  readonly tradingDisabled: boolean;
  /** `online`, or another status, in which no order is accepted. */
  readonly status: string;
  readonly statusMessage: string;
  /** Fee of makers of quotes in basis points; absent if no quotes can be requested. */
  readonly makerFeeBps?: Decimal | undefined;
}

/** State of the subject `products`. */
export interface ProductsState {
  /** By id. */
  readonly currencies: Table<CurrencyRow>;
  /** By id. */
  readonly products: Table<ProductRow>;
}

/** The state before the first entry has the currencies and products of a new exchange. */
export function createProducts(): ProductsState {
  const currencies = new Table<CurrencyRow>();
  const products = new Table<ProductRow>();
  for (const currency of seededCurrencies) currencies.set(currency.id, currency);
  for (const product of seededProducts) products.set(product.id, product);
  return { currencies, products };
}
