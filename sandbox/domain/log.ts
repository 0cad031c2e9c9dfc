import { Lists } from './lists.js';
import { PackedRows, type Packing } from './packed-rows.js';
import type { Slot, Stored } from './tables.js';

/** Rows that are only ever appended, as decisions and queries see them. */
export interface ReadonlyLog<Row> {
  readonly size: number;
  /** The row at a position, from 1 on. */
  at(position: number): Row | undefined;
}

/**
 * Rows in the order in which they were appended. None is ever changed or removed, so a row costs much less than in a table: its position
 * from 1 on is its only key, and old rows are packed.
 */
export class Log<Row extends object> implements ReadonlyLog<Row>, Stored {
  readonly #rows: PackedRows<Row>;
  readonly #indexes: LogIndex<Row>[] = [];

  constructor(packing: Packing<Row>) {
    this.#rows = new PackedRows(packing);
  }

  get size(): number {
    return this.#rows.length;
  }

  at(position: number): Row | undefined {
    return this.#rows.at(position - 1);
  }

  append(row: Row): void {
    this.#rows.push(row);
    const position = this.#rows.length;
    for (const index of this.#indexes) index.add(row, position);
  }

  /** Creates an index that lists the rows of each group in order. The log must be empty. */
  index(groupOf: (row: Row) => string): LogIndex<Row> {
    const index = new LogIndex(this, groupOf);
    this.#indexes.push(index);
    return index;
  }

  encode(): unknown {
    return { rows: this.#rows.listing() };
  }

  load(data: unknown): void {
    const { rows } = data as { readonly rows: Iterable<Row> };
    this.#rows.clear();
    for (const index of this.#indexes) index.clear();
    for (const row of rows) this.append(row);
  }
}

/** Lists of rows by group, derived from a log: lists of positions. */
export class LogIndex<Row extends object> extends Lists<Row, number> {
  readonly #groupOf: (row: Row) => string;
  /** First rows of groups, which never change. */
  readonly #firsts = new Map<string, Row>();

  constructor(log: ReadonlyLog<Row>, groupOf: (row: Row) => string) {
    const rowOf = (position: number): Row => {
      const row = log.at(position);
      if (row === undefined) throw new Error(`The log has no row ${position}.`);
      return row;
    };
    super({
      positionOf: (position) => position,
      rowOf,
      slotOf: (position): Slot<Row> => ({ position, key: '', row: rowOf(position) }),
    });
    this.#groupOf = groupOf;
  }

  add(row: Row, position: number): void {
    this.insert(this.#groupOf(row), position);
  }

  override lastBefore(group: string, isAfter: (row: Row) => boolean): Row | undefined {
    const first = this.#firsts.get(group) ?? this.first(group);
    if (first === undefined) return undefined;
    this.#firsts.set(group, first);
    // Most lists are younger than what is asked for.
    return isAfter(first) ? undefined : super.lastBefore(group, isAfter);
  }

  override clear(): void {
    super.clear();
    this.#firsts.clear();
  }
}
