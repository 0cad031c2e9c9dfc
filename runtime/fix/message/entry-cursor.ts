import { type FixPlan, planOf } from './plan.js';
import type { FixView } from './view.js';

/** Fields that were indexed, and which tags there are. */
export interface FixViewed {
  readonly view: FixView;
  isKnown(tag: number): boolean;
}

/** The shape that was found last, of the entries of any group. */
let lastShape = 0;

/** Goes through the entries of a group where they stand. Entries mostly repeat the one before, and are then found by its length. */
export class EntryCursor {
  /** The index of the first field of the entry at hand. */
  from = 0;
  /** The index behind its last field; before the first entry, behind the field that counts them. */
  to: number;
  /** A number that only entries with the same fields in the same order share; 0 for one with fields of groups, or with unknown ones. */
  shape = 0;
  readonly #plan: FixPlan;
  readonly #viewed: FixViewed;
  readonly #tags: Int32Array;
  readonly #end: number;

  /** Stands before the entries of the group whose number is at an index, of a record that ends at another one. */
  constructor(plan: FixPlan, viewed: FixViewed, index: number, end: number) {
    this.to = index + 1;
    this.#plan = plan;
    this.#viewed = viewed;
    this.#tags = viewed.view.tags;
    this.#end = end;
  }

  /** Goes to the next entry, and answers whether there is one. */
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

  /** Finds where an entry ends that is unlike the one before. */
  #measure(from: number): void {
    const tags = this.#tags;
    const { firstTag } = this.#plan;
    let isFlat = true;
    let at = from;
    do {
      const tag = tags[at] as number;
      const slot = this.#plan.slotOf(tag);
      if (slot === undefined) {
        if (this.#viewed.isKnown(tag)) break;
        isFlat = false;
      }
      const entry = slot?.entry;
      if (entry === undefined) at++;
      else {
        isFlat = false;
        at = behindGroup(planOf(entry), this.#viewed, at, this.#end);
      }
    } while (at < this.#end && tags[at] !== firstTag);
    this.to = at;
    this.shape = isFlat ? ++lastShape : 0;
  }

  /** Whether an entry has the same fields in the same order as the one before it, and then ends as that did. */
  #repeats(from: number, length: number): boolean {
    const tags = this.#tags;
    const to = from + length;
    if (to > this.#end || (to < this.#end && tags[to] !== tags[from])) return false;
    for (let index = from; index < to; index++)
      if (tags[index] !== tags[index - length]) return false;
    return true;
  }
}

/** The index behind the last field of the group whose number is at an index, of a record that ends at another one. */
export function behindGroup(plan: FixPlan, viewed: FixViewed, index: number, end: number): number {
  const cursor = new EntryCursor(plan, viewed, index, end);
  while (cursor.next());
  return cursor.to;
}
