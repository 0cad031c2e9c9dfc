import type { InvalidResponse } from '../../call.js';
import {
  type Check,
  type OutcomeCheck,
  type ResponseChecks,
  type ResponseCheckTable,
  responseValidator,
  type Violation,
  outcomeCheckAt,
} from '../../check.js';
import type { OperationDescriptor } from '../../descriptor.js';
import { ignoreErrors } from '../../ignore-errors.js';
import type { Redactor } from '../../redact.js';
import type { WireResponse } from '../../wire.js';
import type { AnyOutcome } from '../operation-call.js';
import type { ClientConfig, InvalidResponseEvent } from '../client-config.js';

/** A decoded response, and the declaration that was used. */
export interface DecodedOutcome {
  readonly outcome: AnyOutcome;
  /** Index into the descriptor's outcomes, and into the contents of that outcome; absent if none was used. */
  readonly declared?: { readonly outcome: number; readonly content: number | undefined };
}

/** Validates a decoded response. Returns the outcome that replaces it if it is rejected. */
export type ResponseValidator = (
  config: ClientConfig,
  operation: OperationDescriptor,
  decoded: DecodedOutcome,
  response: WireResponse,
  redactor: Redactor | undefined,
) => InvalidResponse | undefined;

/** Adds the function with which a client validates responses to a table of checks. */
export function responseChecks(table: ResponseCheckTable): ResponseChecks {
  return { ...table, [responseValidator]: validateResponse };
}

/** Returns the final outcome of a decoded response: its own, or a rejection. */
export function validatedOutcome(
  config: ClientConfig,
  operation: OperationDescriptor,
  decoded: DecodedOutcome,
  response: WireResponse,
  redactor: Redactor | undefined,
  validator: ResponseValidator | undefined = config.checks?.[responseValidator],
): AnyOutcome {
  return validator?.(config, operation, decoded, response, redactor) ?? decoded.outcome;
}

/** Validates a response if the client has checks. It is rejected only if the client is configured so; otherwise hooks are called. */
export const validateResponse: ResponseValidator = (
  config,
  operation,
  { outcome, declared },
  response,
  redactor,
) => {
  if (declared === undefined || !usesViolations(config)) return undefined;
  const checks = outcomeCheckOf(config, operation, declared.outcome);
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
  return rejection(
    response,
    handleViolations(config, operation, violations, outcome.value, response, redactor),
  );
};

/** Creates the outcome of a response that is rejected for violations. */
export function rejection(
  response: WireResponse,
  violations: readonly Violation[] | undefined,
): InvalidResponse | undefined {
  return (
    violations && invalidResponse(response, 'the response violates the description', violations)
  );
}

/** Returns the checks of one of an operation's outcomes, by its index. */
export function outcomeCheckOf(
  { checks }: ClientConfig,
  operation: OperationDescriptor,
  outcome: number,
): OutcomeCheck | undefined {
  return checks !== undefined && Object.hasOwn(checks, operation.id)
    ? outcomeCheckAt(checks[operation.id], outcome)
    : undefined;
}

/** True if violations would be rejected or reported. */
export function usesViolations({ onInvalidResponse, hooks }: ClientConfig): boolean {
  if (onInvalidResponse !== 'hook') return onInvalidResponse === 'error';
  return hooks.invalidResponse !== undefined || hooks.unknownBranch !== undefined;
}

/**
 * Handles violations according to the client's options. Returns those to reject the value for, or `undefined` if hooks were
 * called and the value is accepted. An undeclared branch of a union is never an error.
 */
export function handleViolations(
  { onInvalidResponse, hooks }: ClientConfig,
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

/** Creates the outcome of a response that cannot be decoded or violates its description. */
export function invalidResponse(
  response: WireResponse,
  message: string,
  violations: readonly Violation[] = [],
): InvalidResponse {
  const { status } = response;
  return { kind: 'invalid-response', ok: false, status, message, violations, response };
}
