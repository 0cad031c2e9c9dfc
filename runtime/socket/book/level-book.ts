import { canonicalDecimal, compareDecimals, isZero, sumOfDecimals } from './decimal.js';
import { SortedPrices } from './sorted-prices.js';

/** A side of a book. */
export type Side = 'bid' | 'ask';

/** A price and all that rests there, as the feed wrote them. */
export interface PriceLevel {
  readonly price: string;
  readonly size: string;
}

/** A row of a snapshot. */
export type LevelRow = readonly [price: string, size: string];

interface Level {
  readonly key: string;
  readonly near: number;
  price: string;
  size: string;
}

interface Levels {
  readonly byPrice: Map<string, Level>;
  readonly sorted: SortedPrices<Level>;
}

/** What can be asked of a book of price levels. Prices and sizes are exact decimals, compared by value. */
export interface LevelBookView {
  readonly bestBid: PriceLevel | undefined;
  readonly bestAsk: PriceLevel | undefined;
  /** How many levels a side has. */
  count(side: Side): number;
  /** The best levels of a side, best first; all of them without `depth`. */
  levels(side: Side, depth?: number): readonly PriceLevel[];
  /** What rests at a price; `"0"` where nothing does. */
  sizeAt(side: Side, price: string): string;
  /** The exact sum of what rests at that price or better. */
  sizeUpTo(side: Side, price: string): string;
  /** Whether somebody bids what somebody asks, or more: a book that no market has. */
  readonly isCrossed: boolean;
}

/** A book of price levels, kept from snapshots and absolute sizes. */
export class LevelBook implements LevelBookView {
  readonly #bids = newLevels('highest');
  readonly #asks = newLevels('lowest');

  get bestBid(): PriceLevel | undefined {
    return copyOf(this.#bids.sorted.best);
  }

  get bestAsk(): PriceLevel | undefined {
    return copyOf(this.#asks.sorted.best);
  }

  get isCrossed(): boolean {
    const bid = this.#bids.sorted.best;
    const ask = this.#asks.sorted.best;
    if (bid === undefined || ask === undefined) return false;
    return bid.near === ask.near ? compareDecimals(bid.key, ask.key) >= 0 : bid.near > ask.near;
  }

  /** Puts other levels in the place of all. Answers whether every row was understood. */
  replace(bids: Iterable<LevelRow>, asks: Iterable<LevelRow>): boolean {
    const isReadable = [[this.#bids, bids] as const, [this.#asks, asks] as const].map(
      ([side, rows]) => {
        side.byPrice.clear();
        side.sorted.clear();
        let isGood = true;
        for (const [price, size] of rows) isGood = change(side, price, size) && isGood;
        return isGood;
      },
    );
    return !isReadable.includes(false);
  }

  /** Sets what rests at a price; zero removes the level. Answers whether price and size are decimals. */
  set(side: Side, price: string, size: string): boolean {
    return change(side === 'bid' ? this.#bids : this.#asks, price, size);
  }

  count(side: Side): number {
    return this.#side(side).byPrice.size;
  }

  levels(side: Side, depth: number = Infinity): readonly PriceLevel[] {
    const found: PriceLevel[] = [];
    for (const { price, size } of this.#side(side).sorted) {
      if (found.length >= depth) break;
      found.push({ price, size });
    }
    return found;
  }

  sizeAt(side: Side, price: string): string {
    return this.#side(side).byPrice.get(canonicalDecimal(price) ?? '')?.size ?? '0';
  }

  sizeUpTo(side: Side, price: string): string {
    const key = canonicalDecimal(price);
    if (key === undefined) return '0';
    const limit = { key, near: Number(key) };
    const { sorted } = this.#side(side);
    const sizes: string[] = [];
    for (const level of sorted) {
      if (sorted.compare(level, limit) > 0) break;
      sizes.push(level.size);
    }
    return sumOfDecimals(sizes);
  }

  #side(side: Side): Levels {
    return side === 'bid' ? this.#bids : this.#asks;
  }
}

function newLevels(best: 'highest' | 'lowest'): Levels {
  return { byPrice: new Map(), sorted: new SortedPrices(best) };
}

function change({ byPrice, sorted }: Levels, price: string, size: string): boolean {
  const key = canonicalDecimal(price);
  if (key === undefined) return false;
  const level = byPrice.get(key);
  if (isZero(size)) {
    if (level !== undefined) {
      byPrice.delete(key);
      sorted.remove(level);
    }
    return true;
  }
  if (canonicalDecimal(size) === undefined) return false;
  if (level === undefined) {
    const added = { key, near: Number(key), price, size };
    byPrice.set(key, added);
    sorted.add(added);
  } else {
    level.price = price;
    level.size = size;
  }
  return true;
}

function copyOf(level: Level | undefined): PriceLevel | undefined {
  return level === undefined ? undefined : { price: level.price, size: level.size };
}
