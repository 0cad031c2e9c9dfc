import type { Violation } from '../check.js';
import { violationText } from './violation-text.js';

/** Thrown by the generated `assert` functions. */
export class InvalidValueError extends Error {
  override readonly name = 'InvalidValueError';
  readonly code = 'INVALID_VALUE';
  readonly violations: readonly Violation[];

  constructor(name: string, violations: readonly Violation[]) {
    super(`${name} is invalid: ${summaryOf(violations)}`);
    this.violations = violations;
  }
}

/** Summarises the first violation in one line. */
function summaryOf(violations: readonly Violation[]): string {
  const [first] = violations;
  if (first === undefined) return 'no violation is known';
  const more = violations.length > 1 ? ` (and ${violations.length - 1} more)` : '';
  return `${violationText(first)}${more}`;
}

/** Throws {@link InvalidValueError} if a value is invalid. */
export type Assertion<Value> = (value: unknown) => asserts value is Value;

/** Creates the assertion for a check. `name` is the name of the schema. The type is declared where the assertion is stored. */
export function assertion(
  name: string,
  check: (value: unknown) => readonly Violation[],
): Assertion<never> {
  return (value) => {
    const violations = check(value);
    if (violations.length > 0) throw new InvalidValueError(name, violations);
  };
}
