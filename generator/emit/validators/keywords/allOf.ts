import type { AnyPart } from '../check.js';
import type { KeywordPrinter } from '../frame.js';
import { guardTarget, refusalOf } from '../guard.js';
import { inParts } from '../parts.js';

type Part = Extract<AnyPart, { readonly keyword: 'allOf' }>;

/** Core 10.2.1.1. */
export const allOf: KeywordPrinter<Part> = {
  guard: ({ targets }, subject, frame) =>
    inParts(
      targets.map((target) => guardTarget(target, subject, frame, refusalOf('allOf'))),
      subject,
      frame,
    ),
};
