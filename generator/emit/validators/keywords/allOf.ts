import type { AnyPart, Target } from '../check.js';
import type { KeywordPrinter } from '../frame.js';
import { guardTarget } from '../guard.js';

type Part = Extract<AnyPart, { readonly keyword: 'allOf' }>;

/** Core 10.2.1.1. */
export const allOf: KeywordPrinter<Part> = {
  guard: ({ targets }, subject, frame) =>
    [...targets].sort(callsLast).flatMap((target) => guardTarget(target, subject, frame)),
};

/** What is written here comes first: a call of a named guard narrows the value to its type. */
function callsLast(a: Target, b: Target): number {
  return Number(a.kind === 'function') - Number(b.kind === 'function');
}
