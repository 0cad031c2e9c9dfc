import { code, propertyKey, stringLiteral } from '../../code.js';
import type { EvaluationCondition } from '../check.js';
import type { Printing } from '../frame.js';
import type { LiteralTree } from '../literal-tree.js';
import { targetTree } from './target.js';

/** The condition under which what a branch has looked at counts. Its violations are never seen. */
export function conditionTree(
  when: EvaluationCondition,
  place: string,
  printing: Printing,
): LiteralTree {
  if (when.kind === 'has') return [[code`has`, stringLiteral(when.name)]];
  return [[propertyKey(when.kind), targetTree(when.target, place, [when.kind], printing)]];
}
