import { isArray } from '../shape/algebra.js';
import type { Json, KeywordSchema } from '../schema.js';

/** The values that a schema says are known so far, among which others may come (`x-extensible-enum`). */
export function knownValues({ annotations }: KeywordSchema): readonly Json[] {
  const known = annotations.extensions['x-extensible-enum'];
  return known !== undefined && isArray(known) ? known : [];
}
