import type { InvalidResponse } from '../call.js';
import type { Check, Violation } from '../check.js';
import type { OperationDescriptor } from '../descriptor.js';
import { quietly } from '../quietly.js';
import type { Redactor } from '../redact.js';
import type { WireResponse } from '../wire.js';
import { invalidResponse } from './invalid-response.js';
import type { AnyOutcome } from './operation-call.js';
import { type Connection, type InvalidResponseEvent, outcomeCheckOf } from './connection.js';

/** What was made of a response, and by which declaration. */
export interface Judged {
  readonly outcome: AnyOutcome;
  readonly declared?: { readonly outcome: number; readonly content: number | undefined };
}

/** Looks at what was made of a response: what a call ends with in its place, where it is refused. */
export type Judge = (
  connection: Connection,
  operation: OperationDescriptor,
  judged: Judged,
  response: WireResponse,
  redactor: Redactor | undefined,
) => InvalidResponse | undefined;

/** What a call ends with once its response was looked at: what was made of it, or that it is refused. */
export function judgedOutcome(
  connection: Connection,
  operation: OperationDescriptor,
  judged: Judged,
  response: WireResponse,
  redactor: Redactor | undefined,
  by: Judge | undefined = connection.judge,
): AnyOutcome {
  return by?.(connection, operation, judged, response, redactor) ?? judged.outcome;
}

/** {@link judgeResponse}, as clients with checks have it. */
export const judge: Judge = (connection, operation, judged, response, redactor) =>
  refused(response, judgeResponse(connection, operation, judged, response, redactor));

/** What a call ends with whose response is refused for violations. */
export function refused(
  response: WireResponse,
  violations: readonly Violation[] | undefined,
): InvalidResponse | undefined {
  return (
    violations && invalidResponse(response, 'the response violates the description', violations)
  );
}

/**
 * Checks a response where the client was given checks. Violations are returned only where the client was asked to refuse them;
 * otherwise hooks are told.
 */
export function judgeResponse(
  connection: Connection,
  operation: OperationDescriptor,
  { outcome, declared }: Judged,
  response: WireResponse,
  redactor: Redactor | undefined,
): readonly Violation[] | undefined {
  if (declared === undefined || !isJudging(connection)) return undefined;
  const checks = outcomeCheckOf(connection, operation, declared.outcome);
  if (checks === undefined) return undefined;
  const content = declared.content === undefined ? undefined : checks.contents?.[declared.content];
  const headers = operation.outcomes[declared.outcome]?.headers ?? [];
  const values = 'headers' in outcome ? (outcome.headers as Readonly<Record<string, unknown>>) : {};
  const all = [
    ...(content === undefined ? [] : violationsOf(content, outcome.value)),
    ...headers.flatMap(({ name, required }, index) => {
      const check = checks.headers?.[index];
      if (!Object.hasOwn(values, name)) return required === true ? [missing(name)] : [];
      return check === undefined ? [] : violationsOf(check, values[name]);
    }),
  ];
  return settleViolations(connection, operation, all, outcome.value, response, redactor);
}

/** Whether anybody wants to know of violations. */
export function isJudging({ onInvalidResponse, hooks }: Connection): boolean {
  if (onInvalidResponse !== 'hook') return onInvalidResponse === 'error';
  return hooks.invalidResponse !== undefined || hooks.unknownBranch !== undefined;
}

/**
 * What the client's wishes make of violations: those to refuse a value for, or `undefined` where hooks were told and it passes. A branch
 * of a union that the description does not know is never an error.
 */
export function settleViolations(
  { onInvalidResponse, hooks }: Connection,
  operation: OperationDescriptor,
  found: readonly Violation[],
  value: unknown,
  response: WireResponse,
  redactor: Redactor | undefined,
): readonly Violation[] | undefined {
  if (found.length === 0) return undefined;
  const all = redactor === undefined ? found : found.map((one) => withoutSecrets(one, redactor));
  const unknown = all.filter(({ keyword }) => keyword === 'discriminator');
  const violations = all.filter(({ keyword }) => keyword !== 'discriminator');
  const event = (list: readonly Violation[]): InvalidResponseEvent => ({
    operation,
    status: response.status,
    violations: list,
    value,
    response,
  });
  if (unknown.length > 0) quietly(() => hooks.unknownBranch?.(event(unknown)));
  if (violations.length === 0) return undefined;
  if (onInvalidResponse === 'error') return violations;
  quietly(() => hooks.invalidResponse?.(event(violations)));
  return undefined;
}

/** A violation that does not quote what a server has repeated of credentials. */
function withoutSecrets(violation: Violation, redactor: Redactor): Violation {
  const { pointer, keyword, expected, found, branch, schema } = violation;
  return {
    pointer: redactor.text(pointer),
    keyword,
    expected,
    ...(found === undefined ? {} : { found: redactor.text(found) }),
    ...(branch === undefined ? {} : { branch }),
    schema,
  };
}

function violationsOf(check: Check, value: unknown): readonly Violation[] {
  return check.is(value) ? [] : check.report(value);
}

function missing(name: string): Violation {
  return { pointer: '', keyword: 'required', expected: `the header ${name}`, schema: '' };
}
