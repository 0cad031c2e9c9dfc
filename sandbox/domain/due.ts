import type { Instant } from './time.js';
import type { Stored } from './tables.js';
import { listing } from './value.js';

/** Something that will happen: at a time, a command of this type is executed with the reference. */
export interface DueRow {
  readonly at: Instant;
  /** Order among rows of the same time. */
  readonly number: number;
  /** Type of the command. */
  readonly kind: string;
  /** What the command is about. There is one row for each kind and reference. */
  readonly reference: string;
}

/** What is due, as decisions and queries see it. */
export interface ReadonlyDueRows {
  readonly size: number;
  /** The first row by time, then by number. */
  next(): DueRow | undefined;
  get(kind: string, reference: string): DueRow | undefined;
}

/** Number of rows that may stay in the heap although they were cancelled, beside as many as there are. */
const spare = 1024;

/** Rows of everything that is due later, in order of time, then of number. */
export class DueRows implements ReadonlyDueRows, Stored {
  readonly #rows = new Map<string, DueRow>();
  /** Binary heap. Rows that were cancelled or moved stay in it until they come up, or until they are the most of it. */
  #heap: DueRow[] = [];
  #next = 1;

  get size(): number {
    return this.#rows.size;
  }

  next(): DueRow | undefined {
    for (;;) {
      const [first] = this.#heap;
      if (first === undefined || this.#rows.get(keyOf(first)) === first) return first;
      this.#pop();
    }
  }

  get(kind: string, reference: string): DueRow | undefined {
    return this.#rows.get(keyOf({ kind, reference }));
  }

  /** Schedules a command, or moves it to another time. */
  set(kind: string, reference: string, at: Instant): void {
    const row = { at, number: this.#next, kind, reference };
    this.#next += 1;
    this.#rows.set(keyOf(row), row);
    this.#push(row);
  }

  /** Cancels a command. Does nothing if there is none. */
  delete(kind: string, reference: string): void {
    this.#rows.delete(keyOf({ kind, reference }));
  }

  encode(): unknown {
    const rows = [...this.#rows.values()];
    return { next: this.#next, rows: listing(rows.length, (index) => rows[index]) };
  }

  load(data: unknown): void {
    const { next, rows } = data as { readonly next: number; readonly rows: Iterable<DueRow> };
    this.#next = next;
    this.#rows.clear();
    this.#heap = [];
    for (const row of rows) {
      this.#rows.set(keyOf(row), row);
      this.#push(row);
    }
  }

  #push(row: DueRow): void {
    if (this.#heap.length >= 2 * this.#rows.size + spare) this.#heap = this.#sortedWithout(row);
    const heap = this.#heap;
    let at = heap.push(row) - 1;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      const above = heap[parent];
      if (above === undefined || !isBefore(row, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = row;
  }

  /** All rows but one, which is about to be added. A sorted list is a heap. */
  #sortedWithout(added: DueRow): DueRow[] {
    const rows = [...this.#rows.values()].filter((row) => row !== added);
    return rows.toSorted((left, right) => (isBefore(left, right) ? -1 : 1));
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      const right = heap[child + 1];
      let below = heap[child];
      if (below === undefined) break;
      if (right !== undefined && isBefore(right, below)) {
        below = right;
        child += 1;
      }
      if (!isBefore(below, last)) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = last;
  }
}

function isBefore(left: DueRow, right: DueRow): boolean {
  return left.at === right.at ? left.number < right.number : left.at < right.at;
}

function keyOf({ kind, reference }: Pick<DueRow, 'kind' | 'reference'>): string {
  return `${kind} ${reference}`;
}
