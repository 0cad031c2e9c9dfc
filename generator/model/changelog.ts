import type { Origin } from '../core/origin.js';

/** One entry of `x-changelog`. */
export interface Change {
  /** `2025-01-28`, or `2024-02` where the day is not known. */
  readonly date: string;
  readonly text: string;
  readonly targets: readonly ChangeTarget[];
  readonly origin: Origin;
}

/** Something that a change concerns. */
export interface ChangeTarget {
  /** As the description writes it. */
  readonly name: string;
  /** Where it stands: the place that is named, and the one that a reference there leads to. */
  readonly places: readonly Origin[];
}

/** Entries from the newest to the oldest; those of one day in the order of the document. */
export function newestFirst(changes: readonly Change[]): readonly Change[] {
  return [...changes].sort((a, b) => (a.date === b.date ? 0 : a.date < b.date ? 1 : -1));
}
