import type { BoundPart } from '../check.js';
import { isBeyond } from './bound.js';
import type { ScalarPrinter } from './leaf.js';

/** Validation 6.2.2. */
export const maximum: ScalarPrinter<BoundPart> = {
  fails: (part, instance, { file }) => isBeyond(part, instance, file),
  expected: ({ bound }) => `at most ${bound.text}`,
};
