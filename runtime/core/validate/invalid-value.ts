import type { Violation } from '../check.js';
import type { StandardIssue } from './standard-schema.js';

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

/**
 * Formats a violation as one line: `/rules/0/action (of SignEvmTransactionRule): expected one of "accept", "reject", found
 * "allow"`. For a secret value it contains only the expectation.
 */
export function violationText(violation: Violation): string {
  const { pointer, branch } = violation;
  const location = pointer === '' ? 'the value' : pointer;
  return `${branch === undefined ? location : `${location} (of ${branch})`}: ${violationPhrase(violation)}`;
}

/** Formats a violation without its location, for reports that show the location separately. */
export function violationPhrase({ expected, found }: Violation): string {
  return `expected ${expected}${found === undefined ? '' : `, found ${found}`}`;
}

/** Location of a violation as property names and indexes. A step is an index if the value has an array there. */
export function violationPath(value: unknown, pointer: string): readonly (string | number)[] {
  let current = value;
  return pointer
    .split('/')
    .slice(1)
    .map((token) => {
      const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
      const key = Array.isArray(current) ? Number(name) : name;
      current = memberOf(current, name);
      return key;
    });
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as { readonly [name: string]: unknown })[name];
}
