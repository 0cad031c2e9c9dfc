import type { Condition } from '../condition.js';
import { broken, fails } from '../fail.js';
import type { Frame, KeywordPrinter, Subject } from '../frame.js';

/** A keyword of numbers or strings. */
export interface ScalarPrinter<Part> {
  /** Holds where the part is not satisfied. */
  fails(part: Part, subject: Subject, frame: Frame): Condition;
  /** What is expected, in words; of a pattern or a format, itself. */
  expected(part: Part): string;
}

/** What a keyword of structures says that needs nothing but a condition. */
export interface Leaf<Part> {
  /** Holds where the part is not satisfied. */
  fails(part: Part, subject: Subject, frame: Frame): Condition;
  /** What is expected, in words. */
  expected(part: Part): string;
}

/** The printer of a keyword that needs nothing but a condition. */
export function leaf<Part extends { readonly keyword: string }>(
  leaf: Leaf<Part>,
): KeywordPrinter<Part> {
  return {
    guard: (part, subject, frame) =>
      fails(
        leaf.fails(part, subject, frame),
        broken(part.keyword, leaf.expected(part), subject, frame),
      ),
  };
}
