import type { BoundPart } from '../check.js';
import { compares } from '../condition.js';
import type { KeywordPrinter } from '../frame.js';
import { boundOf } from './bound.js';
import { leaf } from './leaf.js';

/** Validation 6.2.2. */
export const maximum: KeywordPrinter<BoundPart> = leaf<BoundPart>({
  fails: ({ bound }, { value }, { printing }) => compares(value, '>', boundOf(bound, printing)),
});
