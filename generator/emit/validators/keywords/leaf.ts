import type { Condition } from '../condition.js';
import { fails, type Frame, type KeywordPrinter, type Subject } from '../frame.js';

/** What a keyword says that needs nothing but a condition. */
export interface Leaf<Part> {
  /** Holds where the part is not satisfied. */
  fails(part: Part, subject: Subject, frame: Frame): Condition;
}

/** The printer of a keyword that needs nothing but a condition. */
export function leaf<Part extends { readonly keyword: string }>(
  leaf: Leaf<Part>,
): KeywordPrinter<Part> {
  return { guard: (part, subject, frame) => fails(leaf.fails(part, subject, frame)) };
}
