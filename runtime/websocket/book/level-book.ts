import { canonicalDecimal, sumOfDecimals } from './decimal.js';
import { ExactBook } from './exact-book.js';
import { TickBook } from './tick-book.js';

/** A side of a book. */
export type Side = 'bid' | 'ask';

/** A price and the total size at it, as the feed wrote them. */
export interface PriceLevel {
  readonly price: string;
  readonly size: string;
}

/** A row of a snapshot. */
export type LevelRow = readonly [price: string, size: string];

/** Price levels of both sides, sorted by price. */
export interface SortedLevels {
  readonly isCrossed: boolean;
  clear(): void;
  /**
   * Sets a level, or removes it if the size is zero. Returns `false` for a text that is not a decimal, and `undefined`
   * for a price that the representation cannot store.
   */
  set(side: Side, price: string, size: string): boolean | undefined;
  best(side: Side): PriceLevel | undefined;
  count(side: Side): number;
  /** The best levels, best first. */
  list(side: Side, depth: number): PriceLevel[];
  at(side: Side, price: string): PriceLevel | undefined;
  /** The levels at a price or better; `undefined` for a price that the representation cannot store. */
  upTo(side: Side, price: string): PriceLevel[] | undefined;
}

/** Read access to a book of price levels. Prices and sizes are exact decimals and are compared by value. */
export interface LevelBookView {
  readonly bestBid: PriceLevel | undefined;
  readonly bestAsk: PriceLevel | undefined;
  /** Number of price levels on a side. */
  count(side: Side): number;
  /** The best levels of a side, best first. Without `depth`, all of them. */
  levels(side: Side, depth?: number): readonly PriceLevel[];
  /** Total size at a price; `"0"` if there is none. */
  sizeAt(side: Side, price: string): string;
  /** Exact total size at a price or better. */
  sizeUpTo(side: Side, price: string): string;
  /** True if the best bid is at or above the best ask, which does not occur in a real market. */
  readonly isCrossed: boolean;
}

/**
 * A book of price levels, built from snapshots and absolute sizes.
 *
 * Prices are stored as integer ticks, until one has more digits than an exact number allows. From then on they are
 * stored as texts, until the next snapshot.
 */
export class LevelBook implements LevelBookView {
  #levels: SortedLevels = new TickBook();

  get bestBid(): PriceLevel | undefined {
    return this.#levels.best('bid');
  }

  get bestAsk(): PriceLevel | undefined {
    return this.#levels.best('ask');
  }

  get isCrossed(): boolean {
    return this.#levels.isCrossed;
  }

  /** Replaces all levels. Returns true if every row could be parsed. */
  replace(bids: Iterable<LevelRow>, asks: Iterable<LevelRow>): boolean {
    if (this.#levels instanceof TickBook) this.#levels.clear();
    else this.#levels = new TickBook();
    let isReadable = true;
    for (const [price, size] of bids) isReadable = this.set('bid', price, size) && isReadable;
    for (const [price, size] of asks) isReadable = this.set('ask', price, size) && isReadable;
    return isReadable;
  }

  /** Sets the total size at a price; zero removes the level. Returns true if price and size are decimals. */
  set(side: Side, price: string, size: string): boolean {
    return this.#levels.set(side, price, size) ?? this.#exact().set(side, price, size) ?? false;
  }

  count(side: Side): number {
    return this.#levels.count(side);
  }

  levels(side: Side, depth: number = Infinity): readonly PriceLevel[] {
    return this.#levels.list(side, depth);
  }

  sizeAt(side: Side, price: string): string {
    return this.#levels.at(side, price)?.size ?? '0';
  }

  sizeUpTo(side: Side, price: string): string {
    if (canonicalDecimal(price) === undefined) return '0';
    const levels = this.#levels.upTo(side, price) ?? this.#exact().upTo(side, price) ?? [];
    return sumOfDecimals(levels.map(({ size }) => size));
  }

  /** Converts the levels to the representation by texts. */
  #exact(): SortedLevels {
    const exact = new ExactBook();
    for (const side of ['bid', 'ask'] as const) {
      for (const { price, size } of this.#levels.list(side, Infinity)) exact.set(side, price, size);
    }
    this.#levels = exact;
    return exact;
  }
}
