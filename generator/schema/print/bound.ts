import type { BoundPart } from '../../checks/check.js';
import { type Condition, compares } from '../../checks/statements/condition.js';
import type { FileContext, Instance } from '../../checks/emit-context.js';
import { exactBound, isInteger } from '../../model/analysis/exact-bound.js';
import { bigIntLiteral, code } from '../../printer/code.js';

/**
 * Condition that a value violates a bound. Bounds are exact: if values may be `bigint`, a bound
 * that is not representable as a double is one as well.
 */
export function isBeyond(
  { keyword, bound }: BoundPart,
  { value }: Instance,
  { bigints }: FileContext,
): Condition {
  const isUpper = keyword === 'maximum' || keyword === 'exclusiveMaximum';
  const isBigint = bigints && !Number.isSafeInteger(bound.value) && isInteger(bound.text);
  const isExclusive = keyword === 'exclusiveMinimum' || keyword === 'exclusiveMaximum';
  const representable = exactBound(keyword, bound);
  const isWithin = isBigint ? !isExclusive : representable.isWithin;
  const operator = isUpper ? (isWithin ? '>' : '>=') : isWithin ? '<' : '<=';
  return compares(
    value,
    operator,
    isBigint ? bigIntLiteral(bound.text) : code`${representable.value}`,
  );
}
