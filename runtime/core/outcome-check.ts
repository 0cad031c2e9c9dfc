import type { OutcomeCheck, OutcomeChecks } from './check.js';

/** Returns the checks of one outcome. */
export function outcomeCheckAt(
  checks: OutcomeChecks | undefined,
  index: number,
): OutcomeCheck | undefined {
  const check = checks?.[index];
  return check !== undefined && 'is' in check ? { contents: [check] } : check;
}
