import type { CheckPlan } from '../../plan/plan.js';
import { identifier } from '../code.js';
import type { CheckRoot } from './compile-checks.js';

/** What is the same of a check with names of its own and of one that only a table names. */
export function planned({
  id,
  use,
  guard,
  report,
  type,
}: CheckPlan): Pick<CheckRoot, 'id' | 'direction' | 'guard' | 'report' | 'name' | 'base'> {
  const base = guard.name.replace(/^is(?=[\p{Lu}\d_$])/u, '');
  return {
    id,
    direction:
      use.direction === 'send' ? 'request' : use.direction === 'receive' ? 'response' : 'both',
    guard: identifier(guard.name),
    report: identifier(report.name),
    name: type?.name ?? base,
    base,
  };
}
