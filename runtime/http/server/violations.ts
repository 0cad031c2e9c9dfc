import type { Check, Violation } from '../../core/check.js';
import { type DatesDescriptor, decodeDates } from '../../core/dates/descriptor.js';
import type { FaultViolation } from '../../core/server/fault.js';

/** Violations that a check finds in the value at `path`, such as `body` or `query/limit`. */
export function violationsOf(
  check: Check | undefined,
  value: unknown,
  path: string,
): readonly FaultViolation[] {
  if (check === undefined || check.is(value)) return [];
  const reported = faultsOf(check.check(value), path);
  // The guard decides, even if the report lists no violation.
  return reported.length > 0
    ? reported
    : [{ path, keyword: 'schema', message: 'expected another value' }];
}

function faultsOf(violations: readonly Violation[], path: string): readonly FaultViolation[] {
  return violations.map(({ pointer, keyword, expected }) => ({
    path: path + pointer,
    keyword,
    message: `expected ${expected}`,
  }));
}

/** A value to decode and check, with its location. */
export interface ReadValue {
  readonly value: unknown;
  readonly dates: DatesDescriptor | undefined;
  readonly check: Check | undefined;
  readonly path: string;
  /** Converts the value for the check. */
  readonly toChecked?: (value: unknown) => unknown;
}

/** Decodes the dates of a value and checks it; adds its violations. A malformed date is reported by the check, if there is one. */
export function checkedValue(
  { value: input, dates, check, path, toChecked: seen = identity }: ReadValue,
  violations: FaultViolation[],
): unknown {
  const { value, faults } = decodeDates(input, dates);
  const reported = violationsOf(check, seen(value), path);
  if (reported.length > 0) violations.push(...reported);
  else if (faults.length > 0) violations.push(...faultsOf(faults, path));
  return value;
}

function identity(value: unknown): unknown {
  return value;
}
