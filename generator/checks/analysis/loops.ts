import { keywordOf } from '../../schema/registry.js';
import type { Check, CheckPart } from '../check.js';
import { targetsOf } from '../lower/targets.js';

/**
 * True if an inline check iterates over items or properties. Violations then need the index or name
 * as a function.
 */
export function hasLoop(check: Check): boolean {
  const isLoop = (part: CheckPart): boolean => keywordOf(part)?.loops === true;
  return (
    check.array.some(isLoop) ||
    check.object.some(isLoop) ||
    targetsOf(check).some((target) => target.kind === 'inline' && hasLoop(target.check))
  );
}
