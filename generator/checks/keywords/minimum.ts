import type { BoundPart } from '../check.js';
import { isBeyond } from './bound.js';
import type { ScalarPrinter } from './leaf.js';

/** Validation 6.2.4. */
export const minimum: ScalarPrinter<BoundPart> = {
  fails: (part, instance, { file }) => isBeyond(part, instance, file),
  expected: ({ bound }) => `at least ${bound.text}`,
};
