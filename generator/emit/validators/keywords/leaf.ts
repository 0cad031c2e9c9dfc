import type { Check } from '../check.js';
import type { Condition } from '../condition.js';
import { fails, violation, type Frame, type KeywordPrinter, type Subject } from '../frame.js';

/** What a keyword says that needs nothing but a condition. */
export interface Leaf<Part> {
  /** Holds where the part is not satisfied. */
  fails(part: Part, subject: Subject, frame: Frame): Condition;
  /** What is expected, as a phrase. */
  expected(part: Part): string;
}

/** The printer of a keyword that needs nothing but a condition. */
export function leaf<Part extends { readonly keyword: string }>(
  leaf: Leaf<Part>,
): KeywordPrinter<Part> {
  return {
    guard: (part, subject, frame) => fails(leaf.fails(part, subject, frame)),
    report(part, subject, frame, check: Check) {
      const when = leaf.fails(part, subject, frame);
      if (when.kind === 'constant' && !when.value) return [];
      const { keyword } = part;
      const then = [
        violation(subject, frame, { keyword, expected: leaf.expected(part), place: check.place }),
      ];
      return [{ kind: 'if', when, then }];
    },
  };
}
