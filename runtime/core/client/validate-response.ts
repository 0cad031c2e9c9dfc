import type { InvalidResponse } from '../call.js';
import type { Check, Violation } from '../check.js';
import type { OperationDescriptor } from '../descriptor.js';
import { ignoreErrors } from '../ignore-errors.js';
import type { Redactor } from '../redact.js';
import type { WireResponse } from '../wire.js';
import { invalidResponse } from './invalid-response.js';
import type { AnyOutcome } from './operation-call.js';
import { type Connection, type InvalidResponseEvent, outcomeCheckOf } from './connection.js';

/** A decoded response, and the declaration that was used. */
export interface DecodedOutcome {
  readonly outcome: AnyOutcome;
  readonly declared?: { readonly outcome: number; readonly content: number | undefined };
}

/** Validates a decoded response. Returns the outcome that replaces it if it is rejected. */
export type ResponseValidator = (
  connection: Connection,
  operation: OperationDescriptor,
  decoded: DecodedOutcome,
  response: WireResponse,
  redactor: Redactor | undefined,
) => InvalidResponse | undefined;

/** Returns the final outcome of a decoded response: its own, or a rejection. */
export function validatedOutcome(
  connection: Connection,
  operation: OperationDescriptor,
  decoded: DecodedOutcome,
  response: WireResponse,
  redactor: Redactor | undefined,
  validator: ResponseValidator | undefined = connection.validateResponse,
): AnyOutcome {
  return validator?.(connection, operation, decoded, response, redactor) ?? decoded.outcome;
}

/** {@link validateResponse} as a validator, used by clients with checks. */
export const responseValidator: ResponseValidator = (
  connection,
  operation,
  decoded,
  response,
  redactor,
) => rejection(response, validateResponse(connection, operation, decoded, response, redactor));

/** Creates the outcome of a response that is rejected for violations. */
export function rejection(
  response: WireResponse,
  violations: readonly Violation[] | undefined,
): InvalidResponse | undefined {
  return (
    violations && invalidResponse(response, 'the response violates the description', violations)
  );
}

/**
 * Checks a response if the client has checks. Violations are returned only if the client is configured to reject them;
 * otherwise hooks are called.
 */
export function validateResponse(
  connection: Connection,
  operation: OperationDescriptor,
  { outcome, declared }: DecodedOutcome,
  response: WireResponse,
  redactor: Redactor | undefined,
): readonly Violation[] | undefined {
  if (declared === undefined || !usesViolations(connection)) return undefined;
  const checks = outcomeCheckOf(connection, operation, declared.outcome);
  if (checks === undefined) return undefined;
  const content = declared.content === undefined ? undefined : checks.contents?.[declared.content];
  const headers = operation.outcomes[declared.outcome]?.headers ?? [];
  const values = 'headers' in outcome ? (outcome.headers as Readonly<Record<string, unknown>>) : {};
  const violations = [
    ...(content === undefined ? [] : violationsOf(content, outcome.value)),
    ...headers.flatMap(({ name, required }, index) => {
      const check = checks.headers?.[index];
      if (!Object.hasOwn(values, name)) return required === true ? [missing(name)] : [];
      return check === undefined ? [] : violationsOf(check, values[name]);
    }),
  ];
  return handleViolations(connection, operation, violations, outcome.value, response, redactor);
}

/** True if violations would be rejected or reported. */
export function usesViolations({ onInvalidResponse, hooks }: Connection): boolean {
  if (onInvalidResponse !== 'hook') return onInvalidResponse === 'error';
  return hooks.invalidResponse !== undefined || hooks.unknownBranch !== undefined;
}

/**
 * Handles violations according to the client's options. Returns those to reject the value for, or `undefined` if hooks were
 * called and the value is accepted. An undeclared branch of a union is never an error.
 */
export function handleViolations(
  { onInvalidResponse, hooks }: Connection,
  operation: OperationDescriptor,
  found: readonly Violation[],
  value: unknown,
  response: WireResponse,
  redactor: Redactor | undefined,
): readonly Violation[] | undefined {
  if (found.length === 0) return undefined;
  const all =
    redactor === undefined ? found : found.map((violation) => withoutSecrets(violation, redactor));
  const unknown = all.filter(({ keyword }) => keyword === 'discriminator');
  const violations = all.filter(({ keyword }) => keyword !== 'discriminator');
  const event = (list: readonly Violation[]): InvalidResponseEvent => ({
    operation,
    status: response.status,
    violations: list,
    value,
    response,
  });
  if (unknown.length > 0) ignoreErrors(() => hooks.unknownBranch?.(event(unknown)));
  if (violations.length === 0) return undefined;
  if (onInvalidResponse === 'error') return violations;
  ignoreErrors(() => hooks.invalidResponse?.(event(violations)));
  return undefined;
}

/** Redacts credentials that a server has repeated in a violation. */
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
  return check.is(value) ? [] : check.check(value);
}

function missing(name: string): Violation {
  return { pointer: '', keyword: 'required', expected: `the header ${name}`, schema: '' };
}
