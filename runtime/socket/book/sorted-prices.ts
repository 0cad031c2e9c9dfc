import { compareDecimals } from './decimal.js';

/** Something that has a price. */
export interface Priced {
  /** Canonical decimal. */
  readonly key: string;
  /** The nearest double: it decides wherever two differ, and the exact text where they do not. */
  readonly near: number;
}

/** Entries of one chunk: as many as move quickly in memory. */
const fullChunk = 128;

/**
 * Entries in the order of their prices, best first, in chunks: finding one takes O(log n) comparisons, and adding or removing one moves
 * at most a chunk's length, with a chunk split or dropped now and then.
 */
export class SortedPrices<Entry extends Priced> {
  readonly #chunks: Entry[][] = [];
  readonly #sign: 1 | -1;

  constructor(best: 'highest' | 'lowest') {
    this.#sign = best === 'lowest' ? 1 : -1;
  }

  /** The one with the best price. */
  get best(): Entry | undefined {
    return this.#chunks[0]?.[0];
  }

  /** Puts one in whose price no other has. */
  add(entry: Entry): void {
    const chunks = this.#chunks;
    const at = Math.min(this.#chunkFor(entry), chunks.length - 1);
    const chunk = chunks[at];
    if (chunk === undefined) {
      chunks.push([entry]);
      return;
    }
    chunk.splice(this.#placeIn(chunk, entry), 0, entry);
    if (chunk.length > fullChunk) chunks.splice(at + 1, 0, chunk.splice(fullChunk >> 1));
  }

  /** Takes one out. */
  remove(entry: Entry): void {
    const at = this.#chunkFor(entry);
    const chunk = this.#chunks[at];
    if (chunk === undefined) return;
    const place = this.#placeIn(chunk, entry);
    if (chunk[place]?.key !== entry.key) return;
    if (chunk.length === 1) this.#chunks.splice(at, 1);
    else chunk.splice(place, 1);
  }

  clear(): void {
    this.#chunks.length = 0;
  }

  /** Best first. */
  *[Symbol.iterator](): Generator<Entry, void, undefined> {
    for (const chunk of this.#chunks) yield* chunk;
  }

  /** Below zero where the first is better. */
  compare(left: Priced, right: Priced): number {
    if (left.near !== right.near) return left.near < right.near ? -this.#sign : this.#sign;
    return this.#sign * compareDecimals(left.key, right.key);
  }

  /** The first chunk whose last entry is not better. */
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

  /** The first place whose entry is not better. */
  #placeIn(chunk: readonly Entry[], entry: Entry): number {
    let low = 0;
    let high = chunk.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const found = chunk[middle];
      if (found !== undefined && this.compare(found, entry) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
