import type { Slot, Stored } from './tables.js';

/** Range of a page: at most `limit` rows, optionally on one side of a position. */
export interface PageRange {
  readonly limit: number;
  /** Only rows that were added before the one with this position. */
  readonly olderThan?: number | undefined;
  /** Only rows that were added after the one with this position; the nearest ones. */
  readonly newerThan?: number | undefined;
}

/** Range of a page within the part of a list that its own order allows to bound: rows ordered by time, by a period. */
export interface BoundedRange<Row> extends PageRange {
  /** True for the first row of the part and all later ones. */
  readonly since?: ((row: Row) => boolean) | undefined;
  /** True for the first row after the part and all later ones. */
  readonly until?: ((row: Row) => boolean) | undefined;
}

/** Part of a list, newest first. */
export interface Page<Row> {
  readonly slots: readonly Readonly<Slot<Row>>[];
  /** True if the list continues in the direction of the walk. */
  readonly hasMore: boolean;
}

/** Lists of rows by group, as decisions and queries see them. */
export interface ReadonlyIndex<Row> {
  /** Number of rows of a group. */
  count(group: string): number;
  /** Rows of a group, in the order in which they were added. */
  rows(group: string): readonly Row[];
  /**
   * A page of a group, newest first. It costs no more in a long list: positions are found by bisection. Rows that are added or removed
   * between two pages neither repeat nor hide others.
   */
  page(group: string, range: BoundedRange<Row>): Page<Row>;
  /** The row of a group that was added last. */
  last(group: string): Row | undefined;
  /** The last row of a group for which a test is false that is true for all later ones: it is found by bisection. */
  lastBefore(group: string, isAfter: (row: Row) => boolean): Row | undefined;
}

/** How the items of a list stand for rows. */
export interface ListItems<Row, Item> {
  positionOf(item: Item): number;
  rowOf(item: Item): Row;
  slotOf(item: Item): Readonly<Slot<Row>>;
}

/** Rows in lists by group. What the items of a list are, is up to the index that adds them, in any order of their positions. */
export class Lists<Row, Item> implements ReadonlyIndex<Row>, Stored {
  readonly #items: ListItems<Row, Item>;
  readonly #groups = new Map<string, Item[]>();

  constructor(items: ListItems<Row, Item>) {
    this.#items = items;
  }

  count(group: string): number {
    return this.#groups.get(group)?.length ?? 0;
  }

  rows(group: string): readonly Row[] {
    return this.#list(group).map((item) => this.#items.rowOf(item));
  }

  page(group: string, { limit, olderThan, newerThan, since, until }: BoundedRange<Row>): Page<Row> {
    const list = this.#list(group);
    const low = since === undefined ? 0 : this.#firstWhere(list, since);
    const high = until === undefined ? list.length : this.#firstWhere(list, until);
    const slotsOf = (start: number, end: number): readonly Readonly<Slot<Row>>[] =>
      list
        .slice(start, end)
        .reverse()
        .map((item) => this.#items.slotOf(item));
    if (newerThan !== undefined) {
      const start = Math.max(low, this.#firstAfter(list, newerThan));
      const end = Math.max(start, Math.min(high, start + limit));
      return { slots: slotsOf(start, end), hasMore: end < high };
    }
    const end =
      olderThan === undefined ? high : Math.min(high, this.#firstAfter(list, olderThan - 1));
    const start = Math.max(low, end - limit);
    return { slots: slotsOf(start, Math.max(start, end)), hasMore: start > low };
  }

  /** The row of a group that was added first. */
  first(group: string): Row | undefined {
    const first = this.#groups.get(group)?.[0];
    return first === undefined ? undefined : this.#items.rowOf(first);
  }

  last(group: string): Row | undefined {
    const list = this.#groups.get(group);
    const last = list?.[list.length - 1];
    return last === undefined ? undefined : this.#items.rowOf(last);
  }

  lastBefore(group: string, isAfter: (row: Row) => boolean): Row | undefined {
    const list = this.#groups.get(group);
    if (list === undefined) return undefined;
    const before = list[this.#firstWhere(list, isAfter) - 1];
    return before === undefined ? undefined : this.#items.rowOf(before);
  }

  /** Adds an item to a group, at its position. */
  insert(group: string, item: Item): void {
    const list = this.#groups.get(group);
    if (list === undefined) {
      this.#groups.set(group, [item]);
      return;
    }
    const last = list[list.length - 1];
    const position = this.#items.positionOf(item);
    if (last === undefined || this.#items.positionOf(last) < position) list.push(item);
    else list.splice(this.#firstAfter(list, position), 0, item);
  }

  /** Takes an item out of a group. Does nothing if it is not in it. */
  discard(group: string, item: Item): void {
    const list = this.#groups.get(group);
    if (list === undefined) return;
    // What is short-lived is near the end.
    if (list[list.length - 1] === item) {
      list.pop();
      return;
    }
    const at = this.#firstAfter(list, this.#items.positionOf(item) - 1);
    if (list[at] === item) list.splice(at, 1);
  }

  /** Forgets a group that is empty. Worth it where groups come and go; a group of which rows come and go is kept. */
  dropEmpty(group: string): void {
    if (this.#groups.get(group)?.length === 0) this.#groups.delete(group);
  }

  clear(): void {
    this.#groups.clear();
  }

  encode(): undefined {
    return undefined;
  }

  load(): void {
    // The rows fill their indexes.
  }

  #list(group: string): readonly Item[] {
    return this.#groups.get(group) ?? [];
  }

  /** Offset of the first item with a position above the given one. */
  #firstAfter(list: readonly Item[], position: number): number {
    return firstOffset(list, (item) => this.#items.positionOf(item) > position);
  }

  /** Offset of the first item whose row passes a test that all later ones pass. */
  #firstWhere(list: readonly Item[], isAfter: (row: Row) => boolean): number {
    return firstOffset(list, (item) => isAfter(this.#items.rowOf(item)));
  }
}

/** Offset of the first item for which a test is true that is true for all later ones; the number of items if there is none. */
function firstOffset<Item>(list: readonly Item[], isAfter: (item: Item) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = list[middle];
    if (item !== undefined && isAfter(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
