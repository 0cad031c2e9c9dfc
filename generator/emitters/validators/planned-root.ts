import type { CheckPlan } from '../../plan/plan.js';
import { identifier } from '../../printer/code.js';
import type { CheckRoot } from '../../checks/compile-checks.js';

/** Common part of the roots of exported checks and of checks in tables. */
export function commonRoot({
  id,
  use,
  guard,
  type,
}: CheckPlan): Pick<CheckRoot, 'id' | 'direction' | 'guard' | 'name' | 'base'> {
  const base = guard.name.replace(/^is(?=[\p{Lu}\d_$])/u, '');
  return {
    id,
    direction:
      use.direction === 'send' ? 'request' : use.direction === 'receive' ? 'response' : 'both',
    guard: identifier(guard.name),
    name: type?.name ?? base,
    base,
  };
}
