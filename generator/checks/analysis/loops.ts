import type { Check } from '../check.js';
import { targetsOf } from '../targets.js';

/**
 * True if an inline check iterates over items or properties. Violations then need the index or name
 * as a function.
 */
export function hasLoop(check: Check): boolean {
  const isLoop = ({ keyword }: Check['array' | 'object'][number]): boolean => loops.has(keyword);
  return (
    check.array.some(isLoop) ||
    check.object.some(isLoop) ||
    targetsOf(check).some((target) => target.kind === 'inline' && hasLoop(target.check))
  );
}

const loops: ReadonlySet<string> = new Set([
  'items',
  'unevaluatedItems',
  'patternProperties',
  'additionalProperties',
  'propertyNames',
  'unevaluatedProperties',
]);
