import type { BoundPart } from '../check.js';
import { isBeyond } from './bound.js';
import type { ScalarPrinter } from './leaf.js';

/** Validation 6.2.2. */
export const maximum: ScalarPrinter<BoundPart> = {
  fails: (part, subject, { printing }) => isBeyond(part, subject, printing),
  expected: ({ bound }) => `at most ${bound.text}`,
};
