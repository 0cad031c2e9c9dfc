import type { Product } from '@platform/exchange';

/** A product that is traded, as the bots know it. Prices are counted in increments, so that they are exact. */
export interface Pair {
  readonly id: string;
  readonly base: string;
  readonly quote: string;
  /** Price around which the market moves. */
  readonly start: number;
  /** Size of an ordinary order. */
  readonly size: number;
  /** Increment of prices. */
  readonly increment: number;
  /** Decimals of prices. */
  readonly decimals: number;
}

/** Prices and sizes of ordinary orders of the products with a market. */
const markets: Readonly<Record<string, readonly [start: number, size: number]>> = {
  'BTC-USD': [65_000, 0.02],
  'ETH-USD': [3200, 0.4],
  'SOL-USD': [150, 9],
  'XRP-USD': [0.6, 2000],
  'ETH-BTC': [0.0492, 0.4],
};

/** Products that the bots trade. */
export const marketProducts: readonly string[] = Object.keys(markets);

/** What the bots credit to each profile that has less than a tenth of it. */
export const marketFunds: Readonly<Record<string, number>> = {
  USD: 1_000_000_000,
  BTC: 20_000,
  ETH: 400_000,
  SOL: 5_000_000,
  XRP: 1_000_000_000,
};

/** The products with a market that an exchange has and trades. */
export function tradedPairs(products: readonly Product[]): readonly Pair[] {
  return products.flatMap((product) => {
    const [start, size] = markets[product.id] ?? [];
    if (start === undefined || size === undefined) return [];
    if (product.status !== 'online' || product.trading_disabled === true) return [];
    const { id, base_currency: base, quote_currency: quote, quote_increment = '0.01' } = product;
    const decimals = quote_increment.split('.')[1]?.length ?? 0;
    return [{ id, base, quote, start, size, increment: Number(quote_increment), decimals }];
  });
}

/** The price as the exchange reads it, rounded to the increment away from the middle of the book. */
export function priceText(
  { increment, decimals }: Pair,
  side: 'buy' | 'sell',
  price: number,
): string {
  const count = side === 'buy' ? Math.floor(price / increment) : Math.ceil(price / increment);
  return (Math.max(1, count) * increment).toFixed(decimals);
}

/** A size as the exchange reads it. */
export function sizeText(size: number): string {
  return size.toFixed(6);
}
