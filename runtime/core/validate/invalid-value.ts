import type { Violation } from '../check.js';
import type { StandardIssue } from './standard-schema.js';
import { violationText } from './violation-text.js';

/** Thrown by `assert` of the generated schemas. */
export class InvalidValueError extends Error {
  override readonly name = 'InvalidValueError';
  readonly code = 'INVALID_VALUE';
  readonly violations: readonly Violation[];
  /** The violations as issues of the Standard Schema, which other libraries show. */
  readonly issues: readonly StandardIssue[];

  constructor(
    name: string,
    violations: readonly Violation[],
    issues: readonly StandardIssue[] = [],
  ) {
    super(`${name} is invalid: ${summaryOf(violations)}`);
    this.violations = violations;
    this.issues = issues;
  }
}

/** Summarises the first violation in one line. */
function summaryOf(violations: readonly Violation[]): string {
  const [first] = violations;
  if (first === undefined) return 'no violation is known';
  const more = violations.length > 1 ? ` (and ${violations.length - 1} more)` : '';
  return `${violationText(first)}${more}`;
}
