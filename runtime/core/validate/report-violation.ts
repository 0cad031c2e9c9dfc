import type { Expectation, Issues } from './issues.js';
import { UndeclaredViolation, withoutConsequences } from './undeclared-violation.js';

/**
 * Reports a value of a wrong type if there are issues. `types` are the allowed ones: `string or null`. Returns true if the check must
 * return false. So do the other functions of this file; without issues, they always return true.
 */
export function wrongType(
  issues: Issues | undefined,
  pointer: string,
  types: string,
  value: unknown,
): boolean {
  return issues === undefined || !issues.type(pointer, types, value);
}

/**
 * Reports a value that violates a keyword, or, if `types` are given, one of another type. A keyword may be followed by a pointer, such
 * as `dependentRequired/name`.
 */
export function violates(
  issues: Issues | undefined,
  pointer: string,
  keyword: string,
  expected: Expectation,
  value: unknown,
  types?: string,
): boolean {
  return issues === undefined || !issues.fail(pointer, keyword, expected, value, types);
}

/** Reports a keyword that a value violates by its presence. The value is not shown. */
export function rejects(
  issues: Issues | undefined,
  pointer: string,
  keyword: string,
  expected: string,
): boolean {
  return issues === undefined || !issues.reject(pointer, keyword, expected);
}

/**
 * Reports a property that a closed object does not declare. `names` are the declared ones, one of which may be meant. It is not
 * reported if the schema that declares it is violated.
 */
export function isUndeclared(
  issues: Issues | undefined,
  pointer: string,
  names: Iterable<unknown>,
  keyword: string,
): boolean {
  if (issues === undefined) return true;
  issues.root.finish = withoutConsequences;
  return !issues.add(new UndeclaredViolation(issues, pointer, keyword, names));
}

/** Reports a missing required property. */
export function isMissing(issues: Issues | undefined, pointer: string): boolean {
  return issues === undefined || !issues.missing(pointer);
}

/** Reports a property whose value selects no branch of a union. `keyword` declares the property. */
export function unknownTag(
  issues: Issues | undefined,
  pointer: string,
  keyword: string,
  expected: string,
  value: unknown,
): boolean {
  return issues === undefined || !issues.unknownTag(pointer, keyword, expected, value);
}
