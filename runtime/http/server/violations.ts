import type { Check } from '../../core/check.js';
import type { FaultViolation } from '../../core/server/fault.js';

/** What a check finds wrong with a value that stands at `place`: `body`, `query/limit`. */
export function violationsOf(
  check: Check | undefined,
  value: unknown,
  place: string,
): readonly FaultViolation[] {
  if (check === undefined || check.is(value)) return [];
  const found = check.report(value).map(({ pointer, keyword, expected }) => ({
    path: place + pointer,
    keyword,
    message: `expected ${expected}`,
  }));
  // A guard that refuses decides, even if its report has nothing to say.
  return found.length > 0
    ? found
    : [{ path: place, keyword: 'schema', message: 'expected another value' }];
}
