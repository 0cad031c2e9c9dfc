import type { Decimal } from '../../domain/numbers.js';

/** Sizes by price on one side of a book. */
export class PriceLevels {
  /** 1 if the highest price is the best, as for bids; -1 for asks. */
  readonly #direction: 1 | -1;
  readonly #sizes = new Map<Decimal, Decimal>();
  /** Prices in order, the best one last, where most changes happen. */
  readonly #prices: Decimal[] = [];

  constructor(side: 'bids' | 'asks') {
    this.#direction = side === 'bids' ? 1 : -1;
  }

  /** The best price with its size; `undefined` if there is none. */
  get best(): readonly [price: Decimal, size: Decimal] | undefined {
    const price = this.#prices.at(-1);
    return price === undefined ? undefined : [price, this.sizeAt(price)];
  }

  /** Size at a price; zero if there is none. */
  sizeAt(price: Decimal): Decimal {
    return this.#sizes.get(price) ?? 0n;
  }

  /** Adds to the size at a price, or subtracts from it. Returns the new size. */
  change(price: Decimal, by: Decimal): Decimal {
    const before = this.#sizes.get(price);
    const size = (before ?? 0n) + by;
    if (size <= 0n) {
      if (before !== undefined) {
        this.#sizes.delete(price);
        this.#prices.splice(this.#indexOf(price), 1);
      }
      return 0n;
    }
    if (before === undefined) this.#prices.splice(this.#indexOf(price), 0, price);
    this.#sizes.set(price, size);
    return size;
  }

  /** All levels, the best one first. */
  list(): readonly (readonly [price: Decimal, size: Decimal])[] {
    return this.#prices.map((price) => [price, this.sizeAt(price)] as const).reverse();
  }

  /** Index of a price, or the one at which it belongs. */
  #indexOf(price: Decimal): number {
    let low = 0;
    let high = this.#prices.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = this.#prices[middle] ?? 0n;
      if (this.#direction === 1 ? at < price : at > price) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
