import type { Origin } from '../core/origin.js';

/** One entry of `x-changelog`. */
export interface Change {
  /** `2025-01-28`, or `2024-02` if the day is unknown. */
  readonly date: string;
  readonly text: string;
  readonly targets: readonly ChangeTarget[];
  readonly origin: Origin;
}

/** Sections of a changelog (Keep a Changelog 1.1.0), in the order in which it has them. */
export const changeKinds = [
  'added',
  'changed',
  'deprecated',
  'removed',
  'fixed',
  'security',
] as const;

export type ChangeKind = (typeof changeKinds)[number];

/** A sentence of `x-changelog`, for the changelog of the release that has it first. */
export interface ReleaseNote {
  readonly text: string;
  /** Section of the changelog. */
  readonly kind: ChangeKind;
  readonly origin: Origin;
}

/** An operation or schema that a change affects. */
export interface ChangeTarget {
  /** Name or reference, as written in the description. */
  readonly name: string;
  /** Origins of the named node, and of the target if the node is a reference. */
  readonly origins: readonly Origin[];
}

/** Sorts entries by date, newest first; entries of one day keep the document's order. */
export function newestFirst(changes: readonly Change[]): readonly Change[] {
  return [...changes].sort((a, b) => (a.date === b.date ? 0 : a.date < b.date ? 1 : -1));
}
