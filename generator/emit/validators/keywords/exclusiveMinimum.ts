import type { BoundPart } from '../check.js';
import { isBeyond } from './bound.js';
import type { ScalarPrinter } from './leaf.js';

/** Validation 6.2.5. */
export const exclusiveMinimum: ScalarPrinter<BoundPart> = {
  fails: (part, subject, { printing }) => isBeyond(part, subject, printing),
  expected: ({ bound }) => `more than ${bound.text}`,
};
