import type { OperationDescriptor, OutcomeDescriptor } from './descriptor.js';
import type { FailedOutcome } from './errors.js';

/** Code and sentence of an outcome, as an error shows them. */
export interface ErrorDetails {
  readonly code: string;
  readonly message: string;
}

/** Longest text of a server that an error repeats. */
const longestMessage = 300;

/** What to say of an outcome: the server's own words where the description says which member has them (`x-error`). */
export function errorDetails(
  operation: Pick<OperationDescriptor, 'outcomes'>,
  outcome: FailedOutcome,
): ErrorDetails {
  if (outcome.kind === 'failure') return declaredDetails(operation, outcome);
  return { code: outcome.kind, message: sentence(outcome) };
}

function declaredDetails(
  operation: Pick<OperationDescriptor, 'outcomes'>,
  outcome: FailedOutcome,
): ErrorDetails {
  const when = member(outcome, 'when');
  const value = member(outcome, 'value');
  const shape = operation.outcomes.find(
    (declared: OutcomeDescriptor) => declared.status === when,
  )?.error;
  const code = shape?.code === undefined ? undefined : member(value, shape.code);
  const text = shape === undefined ? undefined : member(value, shape.message);
  const known =
    typeof code === 'string' || typeof code === 'number' ? printable(String(code)) : undefined;
  const words = [known, typeof text === 'string' ? printable(text) : undefined].filter(Boolean);
  return {
    code: known ?? outcome.kind,
    message: words.length === 0 ? 'the server answered with a declared failure' : words.join(': '),
  };
}

function sentence(outcome: FailedOutcome): string {
  const message = member(outcome, 'message');
  switch (outcome.kind) {
    case 'undeclared':
      return 'the description declares no such response';
    case 'network':
      return `no response came${because(member(outcome, 'cause'))}`;
    case 'timeout':
      return `no response came within ${String(member(outcome, 'timeout'))} ms`;
    case 'aborted':
      return 'the caller aborted';
    case 'rpc-error': {
      const name = member(outcome, 'name') ?? 'error';
      return `${printable(String(name))} ${String(member(outcome, 'code'))}: ${printable(String(message))}`;
    }
    default:
      return typeof message === 'string' ? message : outcome.kind;
  }
}

function because(cause: unknown): string {
  const message = member(cause, 'message');
  return typeof message === 'string' && message !== '' ? `: ${printable(message)}` : '';
}

/** One line without control characters: a server's text must not forge lines of a log. */
function printable(text: string): string {
  const line = text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  return line.length > longestMessage ? `${line.slice(0, longestMessage)}…` : line;
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const direct = Object.getOwnPropertyDescriptor(value, name);
  return direct?.value;
}
