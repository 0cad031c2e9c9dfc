import { Lists } from './lists.js';
import { RankedIndex, type RankedNode, type Ranking } from './ranked.js';
import { listing } from './value.js';

/** A part of a subject's state: a {@link Table}, a {@link Cell}, or an index, which is derived and not stored. */
export interface Stored {
  /**
   * Plain data for the snapshot, in which lists may be {@link listing}s; `undefined` for what is derived. It stays as it is when the part
   * changes.
   */
  encode(): unknown;
  /** Replaces the contents by those of a snapshot. */
  load(data: unknown): void;
}

/** Rows by key, as decisions and queries see them. */
export interface ReadonlyTable<Row> {
  readonly size: number;
  get(key: string): Row | undefined;
  has(key: string): boolean;
  /** All rows, in the order in which they were added. */
  rows(): IterableIterator<Row>;
  /** Position of a row in the order of addition; `undefined` if there is no such row. */
  positionOf(key: string): number | undefined;
}

/** A row with its position in the order of addition, which never changes and is never used again. */
export interface Slot<Row> {
  readonly position: number;
  readonly key: string;
  row: Row;
  /** Where it is in the ranked indexes of its table: a chain of nodes, one for each index that has it. */
  node?: RankedNode<Row> | undefined;
}

/**
 * Rows by key. Rows are plain data and never changed in place: `set` replaces one.
 *
 * Rows are kept in the order in which they were added, in snapshots too, so that a loaded state lists them as the running process does.
 */
export class Table<Row> implements ReadonlyTable<Row>, Stored {
  readonly #slots = new Map<string, Slot<Row>>();
  readonly #indexes: Follower<Row>[] = [];
  #next = 1;

  get size(): number {
    return this.#slots.size;
  }

  get(key: string): Row | undefined {
    return this.#slots.get(key)?.row;
  }

  has(key: string): boolean {
    return this.#slots.has(key);
  }

  *rows(): IterableIterator<Row> {
    for (const { row } of this.#slots.values()) yield row;
  }

  positionOf(key: string): number | undefined {
    return this.#slots.get(key)?.position;
  }

  /** Adds a row, or replaces the one with the same key, which keeps its position. */
  set(key: string, row: Row): void {
    const slot = this.#slots.get(key);
    if (slot === undefined) {
      const added: Slot<Row> = { position: this.#next, key, row, node: undefined };
      this.#next += 1;
      this.#slots.set(key, added);
      for (const index of this.#indexes) index.add(added);
      return;
    }
    this.#replace(slot, row);
  }

  /** Replaces a row by another one that follows from it. Does nothing if there is none. */
  update(key: string, next: (row: Row) => Row): void {
    const slot = this.#slots.get(key);
    if (slot !== undefined) this.#replace(slot, next(slot.row));
  }

  /** Removes a row. Returns false if there is none. */
  delete(key: string): boolean {
    const slot = this.#slots.get(key);
    if (slot === undefined) return false;
    for (const index of this.#indexes) index.remove(slot);
    return this.#slots.delete(key);
  }

  /** Creates an index that lists the rows of each group in order. Rows without a group are not in it. */
  index(groupOf: (row: Row) => string | undefined): Index<Row> {
    const index = new Index(groupOf);
    this.#follow(index);
    return index;
  }

  /** Creates an index of rows that never change their group as long as they are listed. By default, all rows are. */
  fixedIndex(
    groupOf: (row: Row) => string,
    isListed: (row: Row) => boolean = () => true,
  ): FixedIndex<Row> {
    const index = new FixedIndex(groupOf, isListed);
    this.#follow(index);
    return index;
  }

  /** Creates an index that lists the rows of each group by rank. */
  ranked(ranking: Ranking<Row>): RankedIndex<Row> {
    const index = new RankedIndex(ranking);
    this.#follow(index);
    return index;
  }

  /** Creates an index that finds the only row with a value. Rows without a value are not in it. */
  unique(valueOf: (row: Row) => string | undefined): UniqueIndex<Row> {
    const index = new UniqueIndex(valueOf);
    this.#follow(index);
    return index;
  }

  encode(): unknown {
    const slots = [...this.#slots.values()];
    // A slot gets other rows, but a row never changes.
    const rows = slots.map(({ row }) => row);
    const at = (index: number): unknown => [slots[index]?.position, slots[index]?.key, rows[index]];
    return { next: this.#next, rows: listing(slots.length, at) };
  }

  load(data: unknown): void {
    const { next, rows } = data as {
      readonly next: number;
      readonly rows: Iterable<readonly [number, string, Row]>;
    };
    this.#next = next;
    this.#slots.clear();
    for (const index of this.#indexes) index.clear();
    for (const [position, key, row] of rows) {
      const slot: Slot<Row> = { position, key, row, node: undefined };
      this.#slots.set(key, slot);
      for (const index of this.#indexes) index.add(slot);
    }
  }

  #replace(slot: Slot<Row>, row: Row): void {
    for (const index of this.#indexes) index.replace(slot, row);
    slot.row = row;
  }

  #follow(index: Follower<Row>): void {
    this.#indexes.push(index);
    for (const slot of this.#slots.values()) index.add(slot);
  }
}

/** What a table tells its indexes. */
export interface Follower<Row> {
  add(slot: Slot<Row>): void;
  remove(slot: Slot<Row>): void;
  /** The slot will have another row. It still has the previous one. */
  replace(slot: Slot<Row>, next: Row): void;
  clear(): void;
}

/** What stands for a row in the lists of a table: its slot. */
const slots = {
  positionOf: <Row>({ position }: Slot<Row>): number => position,
  rowOf: <Row>({ row }: Slot<Row>): Row => row,
  slotOf: <Row>(slot: Slot<Row>): Slot<Row> => slot,
};

/** Lists of rows by group, derived from a table. */
export class Index<Row> extends Lists<Row, Slot<Row>> implements Follower<Row> {
  readonly #groupOf: (row: Row) => string | undefined;

  constructor(groupOf: (row: Row) => string | undefined) {
    super(slots);
    this.#groupOf = groupOf;
  }

  add(slot: Slot<Row>): void {
    const group = this.#groupOf(slot.row);
    if (group !== undefined) this.insert(group, slot);
  }

  remove(slot: Slot<Row>): void {
    this.#leave(this.#groupOf(slot.row), slot);
  }

  replace(slot: Slot<Row>, next: Row): void {
    const before = this.#groupOf(slot.row);
    const after = this.#groupOf(next);
    if (before === after) return;
    this.#leave(before, slot);
    if (after !== undefined) this.insert(after, slot);
  }

  #leave(group: string | undefined, slot: Slot<Row>): void {
    if (group === undefined) return;
    this.discard(group, slot);
    this.dropEmpty(group);
  }
}

/** Lists of rows that stay in their group as long as they are listed, derived from a table. Replacing a row costs nearly nothing. */
export class FixedIndex<Row> extends Lists<Row, Slot<Row>> implements Follower<Row> {
  readonly #groupOf: (row: Row) => string;
  readonly #isListed: (row: Row) => boolean;

  constructor(groupOf: (row: Row) => string, isListed: (row: Row) => boolean) {
    super(slots);
    this.#groupOf = groupOf;
    this.#isListed = isListed;
  }

  add(slot: Slot<Row>): void {
    if (this.#isListed(slot.row)) this.insert(this.#groupOf(slot.row), slot);
  }

  remove(slot: Slot<Row>): void {
    if (this.#isListed(slot.row)) this.discard(this.#groupOf(slot.row), slot);
  }

  replace(slot: Slot<Row>, next: Row): void {
    const isListed = this.#isListed(next);
    if (isListed === this.#isListed(slot.row)) return;
    if (isListed) this.insert(this.#groupOf(next), slot);
    else this.discard(this.#groupOf(slot.row), slot);
  }
}

/** Rows by another unique value, as decisions and queries see them. */
export interface ReadonlyUniqueIndex<Row> {
  get(value: string): Row | undefined;
}

/** Rows by another unique value, derived from a table. */
export class UniqueIndex<Row> implements ReadonlyUniqueIndex<Row>, Follower<Row>, Stored {
  readonly #valueOf: (row: Row) => string | undefined;
  readonly #slots = new Map<string, Slot<Row>>();

  constructor(valueOf: (row: Row) => string | undefined) {
    this.#valueOf = valueOf;
  }

  get(value: string): Row | undefined {
    return this.#slots.get(value)?.row;
  }

  /** @throws {Error} if another row has the same value: a rule must have refused it */
  add(slot: Slot<Row>): void {
    this.#addAs(this.#valueOf(slot.row), slot);
  }

  remove(slot: Slot<Row>): void {
    this.#removeAs(this.#valueOf(slot.row), slot);
  }

  /** @throws {Error} if another row has the new value */
  replace(slot: Slot<Row>, next: Row): void {
    const before = this.#valueOf(slot.row);
    const after = this.#valueOf(next);
    if (before === after) return;
    this.#removeAs(before, slot);
    this.#addAs(after, slot);
  }

  clear(): void {
    this.#slots.clear();
  }

  encode(): undefined {
    return undefined;
  }

  load(): void {
    // The table fills its indexes.
  }

  #addAs(value: string | undefined, slot: Slot<Row>): void {
    if (value === undefined) return;
    if (this.#slots.has(value)) throw new Error(`Two rows have the unique value "${value}".`);
    this.#slots.set(value, slot);
  }

  #removeAs(value: string | undefined, slot: Slot<Row>): void {
    if (value !== undefined && this.#slots.get(value) === slot) this.#slots.delete(value);
  }
}

/** One value, as decisions and queries see it. */
export interface ReadonlyCell<Value> {
  get(): Value;
}

/** One value: plain data, replaced as a whole. */
export class Cell<Value> implements ReadonlyCell<Value>, Stored {
  #value: Value;

  constructor(initial: Value) {
    this.#value = initial;
  }

  get(): Value {
    return this.#value;
  }

  set(value: Value): void {
    this.#value = value;
  }

  encode(): unknown {
    return this.#value;
  }

  load(data: unknown): void {
    this.#value = data as Value;
  }
}
