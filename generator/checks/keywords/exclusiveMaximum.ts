import type { BoundPart } from '../check.js';
import { isBeyond } from './bound.js';
import type { ScalarPrinter } from './leaf.js';

/** Validation 6.2.3. */
export const exclusiveMaximum: ScalarPrinter<BoundPart> = {
  fails: (part, instance, { file }) => isBeyond(part, instance, file),
  expected: ({ bound }) => `less than ${bound.text}`,
};
