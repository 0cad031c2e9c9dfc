import { canonicalDecimal, compareDecimals, isZero } from './decimal.js';
import type { PriceLevel, Side, SortedLevels } from './level-book.js';
import { SortedPrices } from './sorted-prices.js';

interface Level {
  readonly key: string;
  readonly near: number;
  original: PriceLevel;
}

interface Levels {
  readonly byPrice: Map<string, Level>;
  readonly sorted: SortedPrices<Level>;
}

/** Price levels by canonical price, with any number of digits. */
export class ExactBook implements SortedLevels {
  readonly #bids = newLevels('highest');
  readonly #asks = newLevels('lowest');

  get isCrossed(): boolean {
    const bid = this.#bids.sorted.best;
    const ask = this.#asks.sorted.best;
    if (bid === undefined || ask === undefined) return false;
    return bid.near === ask.near ? compareDecimals(bid.key, ask.key) >= 0 : bid.near > ask.near;
  }

  clear(): void {
    for (const side of [this.#bids, this.#asks]) {
      side.byPrice.clear();
      side.sorted.clear();
    }
  }

  set(side: Side, price: string, size: string): boolean {
    const { byPrice, sorted } = this.#side(side);
    const key = canonicalDecimal(price);
    if (key === undefined || canonicalDecimal(size) === undefined) return false;
    const level = byPrice.get(key);
    if (isZero(size)) {
      if (level === undefined) return true;
      byPrice.delete(key);
      sorted.remove(level);
    } else if (level === undefined) {
      const added = { key, near: Number(key), original: { price, size } };
      byPrice.set(key, added);
      sorted.add(added);
    } else level.original = { price, size };
    return true;
  }

  best(side: Side): PriceLevel | undefined {
    return this.#side(side).sorted.best?.original;
  }

  count(side: Side): number {
    return this.#side(side).byPrice.size;
  }

  list(side: Side, depth: number): PriceLevel[] {
    const levels: PriceLevel[] = [];
    for (const { original } of this.#side(side).sorted) {
      if (levels.length >= depth) break;
      levels.push(original);
    }
    return levels;
  }

  at(side: Side, price: string): PriceLevel | undefined {
    return this.#side(side).byPrice.get(canonicalDecimal(price) ?? '')?.original;
  }

  upTo(side: Side, price: string): PriceLevel[] {
    const key = canonicalDecimal(price);
    const levels: PriceLevel[] = [];
    if (key === undefined) return levels;
    const limit = { key, near: Number(key) };
    const { sorted } = this.#side(side);
    for (const level of sorted) {
      if (sorted.compare(level, limit) > 0) break;
      levels.push(level.original);
    }
    return levels;
  }

  #side(side: Side): Levels {
    return side === 'bid' ? this.#bids : this.#asks;
  }
}

function newLevels(best: 'highest' | 'lowest'): Levels {
  return { byPrice: new Map(), sorted: new SortedPrices(best) };
}
