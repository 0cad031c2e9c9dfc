import type { AnyPart, ArrayPart, Check, ObjectPart, Target } from './check.js';

/**
 * Targets of all parts of a check, except those in conditions on evaluated properties and items.
 */
export function targetsOf({ array, object, any }: Check): readonly Target[] {
  if (array.length + object.length + any.length === 0) return none;
  const targets: Target[] = [];
  for (const parts of [array, object, any]) for (const part of parts) addTargets(part, targets);
  return targets;
}

const none: readonly Target[] = [];

function addTargets(part: ArrayPart | ObjectPart | AnyPart, targets: Target[]): void {
  if ('members' in part) for (const { target } of part.members) targets.push(target);
  else if ('target' in part) targets.push(part.target);
  else if ('targets' in part) targets.push(...part.targets);
  else if ('branches' in part) for (const { target } of part.branches) targets.push(target);
  else if (part.keyword === 'patternProperties')
    for (const { target } of part.patterns) targets.push(target);
  else if (part.keyword === 'if') targets.push(part.condition, part.then, part.otherwise);
}
