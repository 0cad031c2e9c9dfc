import { keywordOf } from '../../schema/registry.js';
import type { Check, CheckPart, Target } from '../check.js';

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

function addTargets(part: CheckPart, targets: Target[]): void {
  const keyword = keywordOf(part);
  if (keyword?.targets !== undefined) targets.push(...keyword.targets(part));
}
