import { compareDecimals } from './decimal.js';

/** An entry with a price. */
export interface Priced {
  /** Canonical decimal. */
  readonly key: string;
  /**
   * Nearest double to the price. If two entries differ in it, it determines their order; otherwise, the exact texts do.
   */
  readonly near: number;
}

/** Maximum number of entries in a chunk: few enough to move quickly in memory. */
const maxChunkLength = 128;

/**
 * Entries sorted by price, best first, in chunks.
 *
 * Finding an entry takes O(log n) comparisons. Adding or removing one moves at most the length of a chunk, and
 * occasionally splits or drops a chunk.
 */
export class SortedPrices<Entry extends Priced> {
  readonly #chunks: Entry[][] = [];
  readonly #sign: 1 | -1;

  constructor(best: 'highest' | 'lowest') {
    this.#sign = best === 'lowest' ? 1 : -1;
  }

  /** The entry with the best price. */
  get best(): Entry | undefined {
    return this.#chunks[0]?.[0];
  }

  /** Adds an entry whose price no other entry has. */
  add(entry: Entry): void {
    const chunks = this.#chunks;
    const chunkIndex = Math.min(this.#chunkFor(entry), chunks.length - 1);
    const chunk = chunks[chunkIndex];
    if (chunk === undefined) {
      chunks.push([entry]);
      return;
    }
    chunk.splice(this.#indexIn(chunk, entry), 0, entry);
    if (chunk.length > maxChunkLength)
      chunks.splice(chunkIndex + 1, 0, chunk.splice(maxChunkLength >> 1));
  }

  /** Removes an entry. */
  remove(entry: Entry): void {
    const chunkIndex = this.#chunkFor(entry);
    const chunk = this.#chunks[chunkIndex];
    if (chunk === undefined) return;
    const index = this.#indexIn(chunk, entry);
    if (chunk[index]?.key !== entry.key) return;
    if (chunk.length === 1) this.#chunks.splice(chunkIndex, 1);
    else chunk.splice(index, 1);
  }

  clear(): void {
    this.#chunks.length = 0;
  }

  /** Iterates over the entries, best first. */
  *[Symbol.iterator](): Generator<Entry, void, undefined> {
    for (const chunk of this.#chunks) yield* chunk;
  }

  /** Compares two entries. Negative if the first is better. */
  compare(left: Priced, right: Priced): number {
    if (left.near !== right.near) return left.near < right.near ? -this.#sign : this.#sign;
    return this.#sign * compareDecimals(left.key, right.key);
  }

  /** Index of the first chunk whose last entry is not better. */
  #chunkFor(entry: Entry): number {
    const chunks = this.#chunks;
    let low = 0;
    let high = chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const last = chunks[middle]?.at(-1);
      if (last !== undefined && this.compare(last, entry) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** First index whose entry is not better. */
  #indexIn(chunk: readonly Entry[], entry: Entry): number {
    let low = 0;
    let high = chunk.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const candidate = chunk[middle];
      if (candidate !== undefined && this.compare(candidate, entry) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
