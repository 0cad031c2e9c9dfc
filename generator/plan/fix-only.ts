import type { Plan } from './plan.js';

/** Whether a package speaks FIX and there is nothing in it that travels as JSON. */
export function isFixOnly({ fix, types, checks, api }: Plan): boolean {
  return (
    fix !== undefined && types.length === 0 && checks.length === 0 && !api.speaks.includes('http')
  );
}
