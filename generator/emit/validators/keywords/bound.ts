import { exactBound, isInteger } from '../../../model/exact-bound.js';
import { bigIntLiteral, code } from '../../code.js';
import type { BoundPart } from '../check.js';
import { compares, type Condition } from '../condition.js';
import type { Printing, Subject } from '../frame.js';

/** Whether a value is beyond a bound, which is exact: where values may be `bigint`, so is a bound that a double would change. */
export function isBeyond(
  { keyword, bound }: BoundPart,
  { value }: Subject,
  { bigints }: Printing,
): Condition {
  const isUpper = keyword === 'maximum' || keyword === 'exclusiveMaximum';
  const isBig = bigints && !Number.isSafeInteger(bound.value) && isInteger(bound.text);
  const isExclusive = keyword === 'exclusiveMinimum' || keyword === 'exclusiveMaximum';
  const held = exactBound(keyword, bound);
  const isWithin = isBig ? !isExclusive : held.isWithin;
  const operator = isUpper ? (isWithin ? '>' : '>=') : isWithin ? '<' : '<=';
  return compares(value, operator, isBig ? bigIntLiteral(bound.text) : code`${held.value}`);
}
