import { type FixRecordCodec, recordCodecOf } from './record-codec.js';
import type { FixView } from './view.js';

/** Indexed fields, and the known tags. */
export interface IndexedFields {
  readonly view: FixView;
  isKnown(tag: number): boolean;
}

/** Last shape number assigned, over all groups. */
let lastShape = 0;

/**
 * Iterates over the entries of a group. An entry usually repeats the
 * fields of the previous one, and its end is then known by its length.
 */
export class EntryCursor {
  /** Index of the first field of the current entry. */
  from = 0;
  /** Index after its last field. Before the first entry: after the field that counts the entries. */
  to: number;
  /**
   * Number shared only by entries with the same fields in the same order; 0 for entries with groups or unknown fields.
   */
  shape = 0;
  readonly #plan: FixRecordCodec;
  readonly #indexed: IndexedFields;
  readonly #tags: Int32Array;
  readonly #end: number;

  /**
   * Starts before the entries of the group with its count field at `index`. `end` is the end of the containing record.
   */
  constructor(plan: FixRecordCodec, indexed: IndexedFields, index: number, end: number) {
    this.to = index + 1;
    this.#plan = plan;
    this.#indexed = indexed;
    this.#tags = indexed.view.tags;
    this.#end = end;
  }

  /** Moves to the next entry. Returns false if there is none. */
  next(): boolean {
    const from = this.to;
    const tags = this.#tags;
    if (from >= this.#end || tags[from] !== this.#plan.firstTag) return false;
    const length = from - this.from;
    this.from = from;
    if (this.shape !== 0 && this.#repeats(from, length)) this.to = from + length;
    else this.#measure(from);
    return true;
  }

  /** Finds the end of an entry that differs from the previous one. */
  #measure(from: number): void {
    const tags = this.#tags;
    const { firstTag } = this.#plan;
    let isFlat = true;
    let index = from;
    do {
      const tag = tags[index] as number;
      const slot = this.#plan.slotOf(tag);
      if (slot === undefined) {
        if (this.#indexed.isKnown(tag)) break;
        isFlat = false;
      }
      const entry = slot?.entry;
      if (entry === undefined) index++;
      else {
        isFlat = false;
        index = endOfGroup(recordCodecOf(entry), this.#indexed, index, this.#end);
      }
    } while (index < this.#end && tags[index] !== firstTag);
    this.to = index;
    this.shape = isFlat ? ++lastShape : 0;
  }

  /** True if an entry has the same fields in the same order as the previous one, and ends after them. */
  #repeats(from: number, length: number): boolean {
    const tags = this.#tags;
    const to = from + length;
    if (to > this.#end || (to < this.#end && tags[to] !== tags[from])) return false;
    for (let index = from; index < to; index++)
      if (tags[index] !== tags[index - length]) return false;
    return true;
  }
}

/** Index after the group with its count field at `index`. `end` is the end of the containing record. */
export function endOfGroup(
  plan: FixRecordCodec,
  indexed: IndexedFields,
  index: number,
  end: number,
): number {
  const cursor = new EntryCursor(plan, indexed, index, end);
  while (cursor.next());
  return cursor.to;
}
