import type { Check, Violation } from '../../core/check.js';
import type { DatesDescriptor } from '../../core/dates/descriptor.js';
import { decoded } from '../../core/dates/turned.js';
import type { FaultViolation } from '../../core/server/fault.js';

/** What a check finds wrong with a value that stands at `place`: `body`, `query/limit`. */
export function violationsOf(
  check: Check | undefined,
  value: unknown,
  place: string,
): readonly FaultViolation[] {
  if (check === undefined || check.is(value)) return [];
  const found = faultsOf(check.report(value), place);
  // A guard that refuses decides, even if its report has nothing to say.
  return found.length > 0
    ? found
    : [{ path: place, keyword: 'schema', message: 'expected another value' }];
}

function faultsOf(violations: readonly Violation[], place: string): readonly FaultViolation[] {
  return violations.map(({ pointer, keyword, expected }) => ({
    path: place + pointer,
    keyword,
    message: `expected ${expected}`,
  }));
}

/** What is to be read, checked, and called in what is said of it. */
export interface ReadValue {
  readonly value: unknown;
  readonly dates: DatesDescriptor | undefined;
  readonly check: Check | undefined;
  readonly place: string;
  /** What a check sees of the value. */
  readonly seen?: (value: unknown) => unknown;
}

/** A value as a handler holds it, checked; adds what is wrong with it. What is no date is for the check to say, where there is one. */
export function checkedValue(
  { value: given, dates, check, place, seen = same }: ReadValue,
  violations: FaultViolation[],
): unknown {
  const { value, faults } = decoded(given, dates);
  const found = violationsOf(check, seen(value), place);
  if (found.length > 0) violations.push(...found);
  else if (faults.length > 0) violations.push(...faultsOf(faults, place));
  return value;
}

function same(value: unknown): unknown {
  return value;
}
