import { SortedList } from './sorted-list.js';
import type { Follower, Slot, Stored } from './tables.js';

/** Which rows a {@link RankedIndex} has, and where. A row stays in its group as long as it is listed. */
export interface Ranking<Row> {
  isListed(row: Row): boolean;
  groupOf(row: Row): string;
  /** Rows of equal rank are together: a price. */
  rankOf(row: Row): bigint;
  /** Order among rows of equal rank: a time. */
  orderOf(row: Row): number;
  /** What the row adds to the total of its rank: a size. */
  amountOf(row: Row): bigint;
}

/** Rows of equal rank: how many, and what their amounts are together. */
export interface Rank {
  readonly rank: bigint;
  readonly count: number;
  readonly total: bigint;
}

/** Walks through the rows of a group, the first one first. It is valid until the state changes. */
export interface RankedCursor<Row> {
  /** The row that it has reached; `undefined` at the end. */
  readonly row: Row | undefined;
  advance(): void;
}

/** Direction of a walk: from the lowest rank up, or from the highest one down. Rows of equal rank have the same order in both. */
export type Direction = 'up' | 'down';

/** Rows by rank, as decisions and queries see them. */
export interface ReadonlyRankedIndex<Row> {
  cursor(group: string, direction: Direction): RankedCursor<Row>;
  /** The first rank in a direction. */
  first(group: string, direction: Direction): Rank | undefined;
  ranks(group: string, direction: Direction): IterableIterator<Rank>;
  rows(group: string, direction: Direction): IterableIterator<Row>;
}

/** A row in the list of its rank. */
export interface RankedNode<Row> {
  readonly slot: Slot<Row>;
  /** The index that it belongs to, and the node of the row in another index. */
  readonly index: RankedIndex<Row>;
  other: RankedNode<Row> | undefined;
  readonly level: Level<Row>;
  readonly order: number;
  amount: bigint;
  previous: RankedNode<Row> | undefined;
  next: RankedNode<Row> | undefined;
}

/** The list of a rank. */
interface Level<Row> extends Rank {
  readonly group: string;
  readonly rank: bigint;
  count: number;
  total: bigint;
  first: RankedNode<Row> | undefined;
  last: RankedNode<Row> | undefined;
}

/**
 * Rows of each group by rank, derived from a table. Adding and removing a row costs no more in a long list of its rank, and little more if
 * there are many ranks.
 */
export class RankedIndex<Row> implements ReadonlyRankedIndex<Row>, Follower<Row>, Stored {
  readonly #ranking: Ranking<Row>;
  readonly #groups = new Map<string, SortedList<Level<Row>>>();

  constructor(ranking: Ranking<Row>) {
    this.#ranking = ranking;
  }

  cursor(group: string, direction: Direction): RankedCursor<Row> {
    return new Cursor(this.#groups.get(group), direction);
  }

  first(group: string, direction: Direction): Rank | undefined {
    const sorted = this.#groups.get(group);
    return direction === 'up' ? sorted?.first : sorted?.last;
  }

  *ranks(group: string, direction: Direction): IterableIterator<Rank> {
    yield* this.#levels(group, direction);
  }

  *rows(group: string, direction: Direction): IterableIterator<Row> {
    for (const { first } of this.#levels(group, direction))
      for (let node = first; node !== undefined; node = node.next) yield node.slot.row;
  }

  add(slot: Slot<Row>): void {
    const { row } = slot;
    if (this.#ranking.isListed(row)) this.#link(slot, row);
  }

  remove(slot: Slot<Row>): void {
    const node = this.#nodeOf(slot);
    if (node !== undefined) this.#unlink(node);
  }

  replace(slot: Slot<Row>, next: Row): void {
    const node = this.#nodeOf(slot);
    const isListed = this.#ranking.isListed(next);
    if (node === undefined) {
      if (isListed) this.#link(slot, next);
      return;
    }
    const { level, order, amount: before } = node;
    if (
      !isListed ||
      this.#ranking.orderOf(next) !== order ||
      this.#ranking.rankOf(next) !== level.rank
    ) {
      this.#unlink(node);
      if (isListed) this.#link(slot, next);
      return;
    }
    const amount = this.#ranking.amountOf(next);
    if (amount === before) return;
    level.total += amount - before;
    node.amount = amount;
  }

  clear(): void {
    this.#groups.clear();
  }

  encode(): undefined {
    return undefined;
  }

  load(): void {
    // The table fills its indexes.
  }

  *#levels(group: string, direction: Direction): IterableIterator<Level<Row>> {
    const sorted = this.#groups.get(group);
    if (sorted === undefined) return;
    const place = sorted.start(direction);
    for (let level = sorted.at(place); level !== undefined; level = sorted.at(place)) {
      yield level;
      sorted.advance(place, direction);
    }
  }

  #nodeOf(slot: Slot<Row>): RankedNode<Row> | undefined {
    let { node } = slot;
    while (node !== undefined && node.index !== this) node = node.other;
    return node;
  }

  #link(slot: Slot<Row>, row: Row): void {
    const level = this.#levelOf(this.#ranking.groupOf(row), this.#ranking.rankOf(row));
    const order = this.#ranking.orderOf(row);
    const amount = this.#ranking.amountOf(row);
    // A new row is nearly always the last one.
    let previous = level.last;
    while (previous !== undefined && previous.order > order) ({ previous } = previous);
    const next = previous === undefined ? level.first : previous.next;
    const other = slot.node;
    const node = { slot, index: this, other, level, order, amount, previous, next };
    slot.node = node;
    if (previous === undefined) level.first = node;
    else previous.next = node;
    if (next === undefined) level.last = node;
    else next.previous = node;
    level.count += 1;
    level.total += amount;
  }

  #unlink(node: RankedNode<Row>): void {
    const { slot, previous, next, level } = node;
    if (slot.node === node) slot.node = node.other;
    else {
      let before = slot.node;
      while (before !== undefined && before.other !== node) before = before.other;
      if (before !== undefined) before.other = node.other;
    }
    if (previous === undefined) level.first = next;
    else previous.next = next;
    if (next === undefined) level.last = previous;
    else next.previous = previous;
    level.count -= 1;
    level.total -= node.amount;
    if (level.count === 0) this.#dropLevel(level);
  }

  #levelOf(group: string, rank: bigint): Level<Row> {
    let sorted = this.#groups.get(group);
    if (sorted === undefined) {
      sorted = new SortedList<Level<Row>>((left, right) => compareRanks(left.rank, right.rank));
      this.#groups.set(group, sorted);
    }
    const known = sorted.find((level) => compareRanks(level.rank, rank));
    if (known !== undefined) return known;
    const level = { group, rank, count: 0, total: 0n, first: undefined, last: undefined };
    sorted.add(level);
    return level;
  }

  #dropLevel(level: Level<Row>): void {
    this.#groups.get(level.group)?.delete(level);
  }
}

function compareRanks(left: bigint, right: bigint): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

class Cursor<Row> implements RankedCursor<Row> {
  readonly #sorted: SortedList<Level<Row>> | undefined;
  readonly #direction: Direction;
  readonly #place: { chunk: number; offset: number };
  #node: RankedNode<Row> | undefined;

  constructor(sorted: SortedList<Level<Row>> | undefined, direction: Direction) {
    this.#sorted = sorted;
    this.#direction = direction;
    this.#place = sorted?.start(direction) ?? { chunk: 0, offset: 0 };
    this.#node = sorted?.at(this.#place)?.first;
  }

  get row(): Row | undefined {
    return this.#node?.slot.row;
  }

  advance(): void {
    if (this.#node === undefined || this.#sorted === undefined) return;
    this.#node = this.#node.next;
    if (this.#node !== undefined) return;
    this.#sorted.advance(this.#place, this.#direction);
    this.#node = this.#sorted.at(this.#place)?.first;
  }
}
