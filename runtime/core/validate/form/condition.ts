import { hasMember, isObject } from '../shape.js';
import type { ConditionForm } from './form.js';
import { passes, targetOf } from './follow.js';

/** A condition about a whole instance, ready to be asked. */
export function holdsOf(condition: ConditionForm): (value: unknown, depth: number) => boolean {
  if ('has' in condition) return (value) => isObject(value) && hasMember(value, condition.has);
  const wanted = 'passes' in condition;
  const target = targetOf(wanted ? condition.passes : condition.fails, '', '', '');
  return (value, depth) => passes(target, value, depth) === wanted;
}
