import type { Violation } from '../check.js';
import { violationText } from './violation-text.js';

/** Thrown by the generated `assert` functions. */
export class InvalidValueError extends Error {
  override readonly name = 'InvalidValueError';
  readonly code = 'INVALID_VALUE';
  readonly violations: readonly Violation[];

  constructor(what: string, violations: readonly Violation[]) {
    super(`${what} is invalid: ${summaryOf(violations)}`);
    this.violations = violations;
  }
}

/** One line that says what to change first. */
function summaryOf(violations: readonly Violation[]): string {
  const [first] = violations;
  if (first === undefined) return 'no violation is known';
  const more = violations.length > 1 ? ` (and ${violations.length - 1} more)` : '';
  return `${violationText(first)}${more}`;
}

/** Throws {@link InvalidValueError} unless a value is what it should be. */
export type Assertion<Value> = (value: unknown) => asserts value is Value;

/** The assertion that goes with a full check; `what` is the name of what is checked. Its type is declared where it is kept. */
export function assertion(
  what: string,
  check: (value: unknown) => readonly Violation[],
): Assertion<never> {
  return (value) => {
    const violations = check(value);
    if (violations.length > 0) throw new InvalidValueError(what, violations);
  };
}
