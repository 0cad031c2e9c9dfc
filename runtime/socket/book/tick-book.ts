import { canonicalDecimal } from './decimal.js';
import type { PriceLevel, Side, SortedLevels } from './level-book.js';
import { TickLevels } from './tick-levels.js';
import { digitsAfterPoint, integerOf, kindOfSize, shifted } from './ticks.js';

/**
 * Levels whose prices are counted in ticks: integers of the finest power of ten that a price of the book has needed so far. Equal prices
 * have equal ticks, however they are written, and nothing is rounded: a price that makes a tick unsafe does not fit.
 */
export class TickBook implements SortedLevels {
  readonly #bids = new TickLevels();
  /** By negative ticks. */
  readonly #asks = new TickLevels();
  /** Digits after the point of one tick. */
  #scale = 0;

  get isCrossed(): boolean {
    return this.#bids.bestTick >= -this.#asks.bestTick;
  }

  clear(): void {
    this.#bids.clear();
    this.#asks.clear();
    this.#scale = 0;
  }

  set(side: Side, price: string, size: string): boolean | undefined {
    let value = integerOf(price);
    if (value !== value) {
      const canonical = canonicalDecimal(price);
      if (canonical === undefined) return false;
      value = integerOf(canonical);
      if (value !== value) return undefined;
    }
    const after = digitsAfterPoint();
    if (after !== this.#scale) {
      value = this.#fit(value, after);
      if (value !== value) return undefined;
    }
    const kind = kindOfSize(size);
    const isRemoval = kind === 0 || (kind === -1 && canonicalDecimal(size) === '0');
    if (kind === -1 && !isRemoval && canonicalDecimal(size) === undefined) return false;
    const levels = side === 'bid' ? this.#bids : this.#asks;
    const tick = side === 'bid' ? value : -value;
    if (isRemoval) levels.remove(tick);
    else levels.set(tick, { price, size });
    return true;
  }

  best(side: Side): PriceLevel | undefined {
    return side === 'bid' ? this.#bids.best : this.#asks.best;
  }

  count(side: Side): number {
    return side === 'bid' ? this.#bids.count : this.#asks.count;
  }

  list(side: Side, depth: number): PriceLevel[] {
    return side === 'bid' ? this.#bids.list(depth) : this.#asks.list(depth);
  }

  at(side: Side, price: string): PriceLevel | undefined {
    const tick = this.#tickOf(price);
    if (Number.isNaN(tick)) return undefined;
    return side === 'bid' ? this.#bids.at(tick) : this.#asks.at(-tick);
  }

  /** Undefined if the price does not fit. */
  upTo(side: Side, price: string): PriceLevel[] | undefined {
    const tick = this.#tickOf(price);
    if (Number.isNaN(tick)) return undefined;
    return side === 'bid' ? this.#bids.list(Infinity, tick) : this.#asks.list(Infinity, -tick);
  }

  /** Ticks of a price that is asked for. A finer price than any of the book makes its ticks finer. */
  #tickOf(price: string): number {
    let value = integerOf(price);
    if (Number.isNaN(value)) value = integerOf(canonicalDecimal(price) ?? '');
    return Number.isNaN(value) ? NaN : this.#fit(value, digitsAfterPoint());
  }

  /** Brings an integer to the book's scale, or the book to its; `NaN` where neither is exact. */
  #fit(integer: number, digits: number): number {
    let [value, after] = [integer, digits];
    while (after > this.#scale && value % 10 === 0) {
      value /= 10;
      after -= 1;
    }
    if (after <= this.#scale) return shifted(value, this.#scale - after);
    const finer = after - this.#scale;
    const sides = [this.#bids, this.#asks];
    const ends = sides.flatMap(({ count, bestTick, worstTick }) =>
      count === 0 ? [] : [bestTick, worstTick],
    );
    if (ends.some((tick) => Number.isNaN(shifted(tick, finer)))) return NaN;
    for (const side of sides) if (side.count > 0) side.scale(10 ** finer);
    this.#scale = after;
    return value;
  }
}
