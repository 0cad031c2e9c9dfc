import type { Plan } from './plan.js';

/** True if a package supports FIX and nothing that is sent as JSON. */
export function isFixOnly({ types, checks, api }: Plan): boolean {
  return (
    api.fix !== undefined &&
    types.length === 0 &&
    checks.length === 0 &&
    !api.speaks.includes('http')
  );
}
