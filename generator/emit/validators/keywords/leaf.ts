import type { Code } from '../../code.js';
import type { Condition } from '../condition.js';
import { broken, fails } from '../fail.js';
import type { Frame, KeywordPrinter, Subject } from '../frame.js';
import type { LiteralTree } from '../literal-tree.js';

/** A member of what is demanded, as data: `minLength: 1`. */
export type DemandMember = readonly [key: Code, value: LiteralTree];

/** A keyword of numbers or strings: they are tested together, and told apart by the runtime. */
export interface ScalarPrinter<Part> {
  /** Holds where the part is not satisfied. */
  fails(part: Part, subject: Subject, frame: Frame): Condition;
  /** What tells it apart. */
  demand(part: Part, frame: Frame): readonly DemandMember[];
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
