import { type Listing, listing } from './value.js';

/**
 * How a member of rows is packed: `integer` for safe integers, `decimal` for a `bigint` of any size, `value` for anything else, which is kept
 * as it is.
 */
export type MemberPacking = 'integer' | 'decimal' | 'value';

/** How rows are packed: all their members, each of which every row has. */
export type Packing<Row> = { readonly [Member in keyof Row]-?: MemberPacking };

/** Number of rows that are packed together. */
const chunkSize = 1024;

/**
 * Rows by position, from 0 on. All but the newest ones are packed into typed arrays: millions of rows of a few numbers each are more objects
 * than a garbage collector should walk through. A packed row is made anew each time it is read.
 */
export class PackedRows<Row extends object> {
  readonly #packing: Packing<Row>;
  #chunks: Chunk<Row>[] = [];
  /** The newest rows. */
  #recent: Row[] = [];

  constructor(packing: Packing<Row>) {
    this.#packing = packing;
  }

  get length(): number {
    return this.#chunks.length * chunkSize + this.#recent.length;
  }

  at(position: number): Row | undefined {
    const chunk = Math.floor(position / chunkSize);
    if (chunk === this.#chunks.length) return this.#recent[position % chunkSize];
    return this.#chunks[chunk]?.row(position % chunkSize);
  }

  push(row: Row): void {
    this.#recent.push(row);
    if (this.#recent.length < chunkSize) return;
    this.#chunks.push(new Chunk(this.#packing, this.#recent));
    this.#recent = [];
  }

  /** The rows that there are by now, whatever is added later. */
  listing(): Listing {
    const [chunks, recent] = [this.#chunks, this.#recent];
    const packed = chunks.length;
    return listing(this.length, (position) => {
      const chunk = Math.floor(position / chunkSize);
      const offset = position % chunkSize;
      return chunk < packed ? chunks[chunk]?.row(offset) : recent[offset];
    });
  }

  clear(): void {
    this.#chunks = [];
    this.#recent = [];
  }
}

/** Rows that are packed: a column for each member. */
class Chunk<Row extends object> {
  readonly #columns: readonly Column[];

  constructor(packing: Packing<Row>, rows: readonly Row[]) {
    this.#columns = Object.entries<MemberPacking>(packing).map(([name, kind]) => {
      const values = rows.map((row) => row[name as keyof Row]);
      return { name, read: packers[kind](values) };
    });
  }

  row(offset: number): Row {
    const row: Record<string, unknown> = {};
    for (const { name, read } of this.#columns) row[name] = read(offset);
    // Its members are those of the row that was packed.
    return row as Row;
  }
}

/** A member of packed rows. */
interface Column {
  readonly name: string;
  read(offset: number): unknown;
}

const oneWord = 1n << 64n;
const lowest = -(1n << 127n);
const highest = (1n << 127n) - 1n;

/** Packs the values of a member. The result reads one of them. */
const packers: {
  readonly [Kind in MemberPacking]: (values: readonly unknown[]) => (offset: number) => unknown;
} = {
  value: (values) => (offset) => values[offset],
  integer(values) {
    const numbers = new Float64Array(values as readonly number[]);
    return (offset) => numbers[offset];
  },
  decimal(values) {
    const integers = values as readonly bigint[];
    const words = new BigInt64Array(2 * integers.length);
    let at = 0;
    for (const value of integers) {
      // Two words are enough for 10²⁰ units. If they are not for one of the values, all are kept as they are.
      if (value < lowest || value > highest) return (offset) => integers[offset];
      // The lower 64 bits: what does not fit is cut off.
      words[at] = value;
      words[at + 1] = value >= 0n && value < oneWord ? 0n : value >> 64n;
      at += 2;
    }
    return (offset) => {
      const low = BigInt.asUintN(64, words[2 * offset] ?? 0n);
      return ((words[2 * offset + 1] ?? 0n) << 64n) | low;
    };
  },
};
