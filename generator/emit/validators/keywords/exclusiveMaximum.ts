import type { BoundPart } from '../check.js';
import { isBeyond } from './bound.js';
import type { ScalarPrinter } from './leaf.js';

/** Validation 6.2.3. */
export const exclusiveMaximum: ScalarPrinter<BoundPart> = {
  fails: (part, subject, { printing }) => isBeyond(part, subject, printing),
  expected: ({ bound }) => `less than ${bound.text}`,
};
