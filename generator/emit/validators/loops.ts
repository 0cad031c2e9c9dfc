import type { Check } from './check.js';
import { targetsOf } from './targets.js';

/** Whether a check goes over items or members where it is written: what is told says one index or name of a function. */
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
