import type { BoundPart } from '../check.js';
import { compares } from '../condition.js';
import { boundOf } from './bound.js';
import type { ScalarPrinter } from './leaf.js';

/** Validation 6.2.2. */
export const maximum: ScalarPrinter<BoundPart> = {
  fails: ({ bound }, { value }, { printing }) => compares(value, '>', boundOf(bound, printing)),
  expected: ({ bound }) => `at most ${bound.text}`,
};
