import { canonicalDecimal, sumOfDecimals } from './decimal.js';
import { ExactBook } from './exact-book.js';
import { TickBook } from './tick-book.js';

/** A side of a book. */
export type Side = 'bid' | 'ask';

/** A price and all that rests there, as the feed wrote them. */
export interface PriceLevel {
  readonly price: string;
  readonly size: string;
}

/** A row of a snapshot. */
export type LevelRow = readonly [price: string, size: string];

/** Levels of both sides in order of their prices. */
export interface SortedLevels {
  readonly isCrossed: boolean;
  clear(): void;
  /** Sets or, with size zero, removes a level. `false` for what is no decimal, undefined for a price that it cannot hold. */
  set(side: Side, price: string, size: string): boolean | undefined;
  best(side: Side): PriceLevel | undefined;
  count(side: Side): number;
  /** The best levels, best first. */
  list(side: Side, depth: number): PriceLevel[];
  at(side: Side, price: string): PriceLevel | undefined;
  /** Levels at that price or better; undefined for a price that it cannot hold. */
  upTo(side: Side, price: string): PriceLevel[] | undefined;
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

/**
 * A book of price levels, kept from snapshots and absolute sizes. Its prices are ticks until one of them has more digits than an exact
 * number; from then on they are texts, until the next snapshot.
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

  /** Puts other levels in the place of all. Answers whether every row was understood. */
  replace(bids: Iterable<LevelRow>, asks: Iterable<LevelRow>): boolean {
    if (this.#levels instanceof TickBook) this.#levels.clear();
    else this.#levels = new TickBook();
    let isReadable = true;
    for (const [price, size] of bids) isReadable = this.set('bid', price, size) && isReadable;
    for (const [price, size] of asks) isReadable = this.set('ask', price, size) && isReadable;
    return isReadable;
  }

  /** Sets what rests at a price; zero removes the level. Answers whether price and size are decimals. */
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

  /** The same levels by the texts of their prices. */
  #exact(): SortedLevels {
    const exact = new ExactBook();
    for (const side of ['bid', 'ask'] as const) {
      for (const { price, size } of this.#levels.list(side, Infinity)) exact.set(side, price, size);
    }
    this.#levels = exact;
    return exact;
  }
}
