import { canonicalDecimal } from './decimal.js';
import type { PriceLevel, Side, SortedLevels } from './level-book.js';
import { TickLevels } from './tick-levels.js';
import { digitsAfterPoint, integerOf, kindOfSize, timesPowerOfTen } from './ticks.js';

/**
 * Price levels by tick: integers in units of the finest power of ten that any price so far has needed.
 *
 * Equal prices have equal ticks in any notation, and nothing is rounded.
 * A price whose tick would not be a safe integer cannot be stored.
 */
export class TickBook implements SortedLevels {
  readonly #bids = new TickLevels();
  /** By negated tick. */
  readonly #asks = new TickLevels();
  /** Number of decimal digits of one tick. */
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
    const decimals = digitsAfterPoint();
    if (decimals !== this.#scale) {
      value = this.#fit(value, decimals);
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

  /** Returns `undefined` if the price cannot be stored. */
  upTo(side: Side, price: string): PriceLevel[] | undefined {
    const tick = this.#tickOf(price);
    if (Number.isNaN(tick)) return undefined;
    return side === 'bid' ? this.#bids.list(Infinity, tick) : this.#asks.list(Infinity, -tick);
  }

  /** Tick of a requested price. A finer price than any in the book refines the book's ticks. */
  #tickOf(price: string): number {
    let value = integerOf(price);
    if (Number.isNaN(value)) value = integerOf(canonicalDecimal(price) ?? '');
    return Number.isNaN(value) ? NaN : this.#fit(value, digitsAfterPoint());
  }

  /** Converts an integer to the book's scale, or the book to the integer's; `NaN` if neither is exact. */
  #fit(integer: number, digits: number): number {
    let [value, decimals] = [integer, digits];
    while (decimals > this.#scale && value % 10 === 0) {
      value /= 10;
      decimals -= 1;
    }
    if (decimals <= this.#scale) return timesPowerOfTen(value, this.#scale - decimals);
    const finer = decimals - this.#scale;
    const sides = [this.#bids, this.#asks];
    const ends = sides.flatMap(({ count, bestTick, worstTick }) =>
      count === 0 ? [] : [bestTick, worstTick],
    );
    if (ends.some((tick) => Number.isNaN(timesPowerOfTen(tick, finer)))) return NaN;
    for (const side of sides) if (side.count > 0) side.scale(10 ** finer);
    this.#scale = decimals;
    return value;
  }
}
