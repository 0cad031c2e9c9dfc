/** A place in a {@link SortedList}. It is valid until the list changes. */
export interface ListPlace {
  chunk: number;
  offset: number;
}

/** Number of items of a chunk before it is split. */
const maxChunk = 256;

/**
 * Different items in order, in chunks, so that adding and deleting one moves few others. It takes O(log n) comparisons.
 */
export class SortedList<Item> {
  readonly #compare: (left: Item, right: Item) => number;
  /** No chunk is empty. */
  readonly #chunks: Item[][] = [];

  /** @param compare below zero if the left item is before the right one, zero if they are the same */
  constructor(compare: (left: Item, right: Item) => number) {
    this.#compare = compare;
  }

  get first(): Item | undefined {
    return this.#chunks[0]?.[0];
  }

  get last(): Item | undefined {
    const chunk = this.#chunks[this.#chunks.length - 1];
    return chunk?.[chunk.length - 1];
  }

  /**
   * The item for which a comparison is zero. It is below zero for those before, and above zero for those after it. The ends of the list are
   * found at once.
   */
  find(compare: (item: Item) => number): Item | undefined {
    const { first, last } = this;
    if (first === undefined || last === undefined) return undefined;
    const [toFirst, toLast] = [compare(first), compare(last)];
    if (toFirst >= 0) return toFirst === 0 ? first : undefined;
    if (toLast <= 0) return toLast === 0 ? last : undefined;
    const items =
      this.#chunks[firstNotBefore(this.#chunks, (chunk) => compareLast(chunk, compare))];
    const found = items?.[firstNotBefore(items, compare)];
    return found !== undefined && compare(found) === 0 ? found : undefined;
  }

  /** Adds an item that is not in the list. */
  add(item: Item): void {
    const chunk = Math.min(this.#chunkFor(item), this.#chunks.length - 1);
    const items = this.#chunks[chunk];
    if (items === undefined) {
      this.#chunks.push([item]);
      return;
    }
    items.splice(this.#offsetIn(items, item), 0, item);
    if (items.length > maxChunk) this.#chunks.splice(chunk + 1, 0, items.splice(maxChunk / 2));
  }

  /** Deletes an item. Does nothing if it is not in the list. */
  delete(item: Item): void {
    const chunk = this.#chunkFor(item);
    const items = this.#chunks[chunk];
    if (items === undefined) return;
    const offset = this.#offsetIn(items, item);
    const found = items[offset];
    if (found === undefined || this.#compare(found, item) !== 0) return;
    items.splice(offset, 1);
    if (items.length === 0) this.#chunks.splice(chunk, 1);
  }

  /** The first place of a walk in a direction. */
  start(direction: 'up' | 'down'): ListPlace {
    if (direction === 'up') return { chunk: 0, offset: 0 };
    const chunk = this.#chunks.length - 1;
    return { chunk, offset: (this.#chunks[chunk]?.length ?? 0) - 1 };
  }

  /** The item at a place; `undefined` behind the end of a walk. */
  at({ chunk, offset }: ListPlace): Item | undefined {
    return this.#chunks[chunk]?.[offset];
  }

  /** Moves a place to the next item in a direction. */
  advance(place: ListPlace, direction: 'up' | 'down'): void {
    place.offset += direction === 'up' ? 1 : -1;
    if (this.#chunks[place.chunk]?.[place.offset] !== undefined) return;
    place.chunk += direction === 'up' ? 1 : -1;
    place.offset = direction === 'up' ? 0 : (this.#chunks[place.chunk]?.length ?? 0) - 1;
  }

  /** The first chunk whose last item is not before the given one; the number of chunks if there is none. */
  #chunkFor(item: Item): number {
    const compare = (other: Item): number => this.#compare(other, item);
    const [first = []] = this.#chunks;
    // What changes most is at one of the ends.
    if (first.length > 0 && compareLast(first, compare) >= 0) return 0;
    const { last } = this;
    if (last !== undefined && compare(last) < 0) return this.#chunks.length;
    return firstNotBefore(this.#chunks, (chunk) => compareLast(chunk, compare));
  }

  /** Offset of the first item of a chunk that is not before the given one. */
  #offsetIn(items: readonly Item[], item: Item): number {
    return firstNotBefore(items, (other) => this.#compare(other, item));
  }
}

function compareLast<Item>(chunk: readonly Item[], compare: (item: Item) => number): number {
  const last = chunk[chunk.length - 1];
  return last === undefined ? 0 : compare(last);
}

/** Offset of the first item for which a comparison is not below zero; the number of items if there is none. */
function firstNotBefore<Item>(items: readonly Item[], compare: (item: Item) => number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && compare(item) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
