import type { AnyPart } from '../check.js';
import type { KeywordPrinter } from '../frame.js';
import { guardTarget, refusalOf } from '../guard.js';

type Part = Extract<AnyPart, { readonly keyword: 'allOf' }>;

/** Core 10.2.1.1. */
export const allOf: KeywordPrinter<Part> = {
  guard: ({ targets }, subject, frame) =>
    targets.flatMap((target) => guardTarget(target, subject, frame, refusalOf('allOf'))),
};
