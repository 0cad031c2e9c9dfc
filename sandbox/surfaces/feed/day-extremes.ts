import type { Decimal } from '../../domain/numbers.js';
import type { TradeRow } from '../../domain/orders/state.js';
import type { Instant } from '../../domain/time.js';

/** Highest and lowest price of a sliding period that ends with the last trade that was added. */
export class DayExtremes {
  readonly #highest: Extremes = new Extremes((left, right) => left >= right);
  readonly #lowest: Extremes = new Extremes((left, right) => left <= right);

  /** Adds the next trade. */
  add({ price, at }: Pick<TradeRow, 'price' | 'at'>): void {
    this.#highest.add(price, at);
    this.#lowest.add(price, at);
  }

  /** The extremes since a time, which never decreases; `undefined` without trades. */
  since(start: Instant): { readonly high: Decimal; readonly low: Decimal } | undefined {
    const [high, low] = [this.#highest.since(start), this.#lowest.since(start)];
    return high === undefined || low === undefined ? undefined : { high, low };
  }
}

/** The most extreme of the prices within a sliding period. */
class Extremes {
  readonly #isBeyond: (left: Decimal, right: Decimal) => boolean;
  /** In the order of time; each price is less extreme than the one before it. */
  #prices: { readonly price: Decimal; readonly at: Instant }[] = [];
  #first = 0;

  constructor(isBeyond: (left: Decimal, right: Decimal) => boolean) {
    this.#isBeyond = isBeyond;
  }

  add(price: Decimal, at: Instant): void {
    for (;;) {
      const last = this.#prices.at(-1);
      if (last === undefined || this.#prices.length <= this.#first) break;
      if (!this.#isBeyond(price, last.price)) break;
      this.#prices.pop();
    }
    this.#prices.push({ price, at });
  }

  /** The most extreme price since a time, which never decreases. */
  since(instant: Instant): Decimal | undefined {
    while ((this.#prices[this.#first]?.at ?? instant) < instant) this.#first += 1;
    if (this.#first > 1000 && this.#first * 2 > this.#prices.length) {
      this.#prices = this.#prices.slice(this.#first);
      this.#first = 0;
    }
    return this.#prices[this.#first]?.price;
  }
}
