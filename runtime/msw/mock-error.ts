import type { Violation } from '../core/check.js';
import type { LogEntry } from '../core/server/log.js';

/** A mock that cannot respond as the description says. MSW reports it, and the caller receives status 500 with its message. */
export class MockError extends Error {
  override readonly name = 'MockError';
  /** Stable identifier of the reason. */
  readonly code: 'invalid-response' | 'failed' | 'unmocked' | 'no-fake';
  /** Id of the operation. */
  readonly operation: string;
  /** Places in the response that do not match the description. */
  readonly violations: readonly Violation[];

  constructor(
    code: MockError['code'],
    operation: string,
    message: string,
    { violations = [], cause }: { violations?: readonly Violation[]; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.code = code;
    this.operation = operation;
    this.violations = violations;
  }
}

/** Maximum number of violations in the message of an error. */
const namedViolations = 5;

/** The error for a fault of the server behind a mock. */
export function mockErrorOf(operation: string, entry: LogEntry): MockError {
  const { reason, violations = [], cause } = entry;
  if (cause instanceof MockError) return cause;
  if (reason === 'handler-failed')
    return new MockError(
      'failed',
      operation,
      `The mock of "${operation}" failed: ${String(cause)}`,
      {
        cause,
      },
    );
  return new MockError(
    'invalid-response',
    operation,
    `The mock of "${operation}" returned an invalid response: ${placesOf(violations) ?? reasonOf(reason)}.`,
    { violations },
  );
}

/** True if an entry of a server's log says that the server failed, and not its caller. */
export function isFailure({ fault, reason, violations, cause }: LogEntry): boolean {
  if (fault !== undefined) return fault === 'internal';
  return violations !== undefined || cause !== undefined || Object.hasOwn(reasons, reason);
}

function placesOf(violations: readonly Violation[]): string | undefined {
  if (violations.length === 0) return undefined;
  const named = violations.slice(0, namedViolations).map(({ pointer, expected, found }) => {
    const place = pointer === '' ? 'the whole value' : `"${pointer}"`;
    return `at ${place}: expected ${expected}${found === undefined ? '' : `, found ${found}`}`;
  });
  const more = violations.length - named.length;
  return `${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

/** Reasons that the log of a server has for responses that it cannot send. */
const reasons: Readonly<Record<string, string>> = {
  'no-answer': 'it was not created with "respond"',
  'undeclared-status': 'the description has no response with its status',
  'status-of-another-outcome': 'its status is that of another response',
  'impossible-status': 'its status is not a number from 200 to 599',
  'undeclared-body': 'it has a body, and the description has none',
  'missing-body': 'it has no body, and the description has one',
  'body-is-no-text': 'its body is no text',
  'body-is-no-bytes': 'its body is neither bytes nor text',
  'malformed-content-type': 'its media type is malformed',
  'undeclared-content-type': 'the description does not have its media type',
};

function reasonOf(reason: string): string {
  return reasons[reason] ?? reason;
}
