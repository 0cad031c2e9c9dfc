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

/** Throws {@link InvalidValueError} if there is any violation. */
export function assertNoViolation(what: string, violations: readonly Violation[]): void {
  if (violations.length > 0) throw new InvalidValueError(what, violations);
}
