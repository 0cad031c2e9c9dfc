import type { BoundPart } from '../check.js';
import { compares } from '../condition.js';
import { boundOf } from './bound.js';
import type { ScalarPrinter } from './leaf.js';

/** Validation 6.2.5. */
export const exclusiveMinimum: ScalarPrinter<BoundPart> = {
  fails: ({ bound }, { value }, { printing }) => compares(value, '<=', boundOf(bound, printing)),
  expected: ({ bound }) => `more than ${bound.text}`,
};
