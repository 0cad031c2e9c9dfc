import type { FailedOutcome } from './errors.js';
import { printable } from './printable.js';

/** Code and sentence of an outcome, as an error shows them. */
export interface ErrorDetails {
  readonly code: string;
  readonly message: string;
}

/** What a description lets say of single outcomes, instead of what their kind says. */
export const ownDetails: WeakMap<object, ErrorDetails> = new WeakMap();

/** What to say of an outcome. */
export function errorDetails(outcome: FailedOutcome): ErrorDetails {
  const { kind, message, timeout, cause } = outcome as FailedOutcome & {
    readonly message?: string;
    readonly timeout?: number;
    readonly cause?: { readonly message: string };
  };
  const because = cause?.message;
  const sentences: { readonly [kind: string]: string | undefined } = {
    failure: 'the server answered with a declared failure',
    undeclared: 'the description declares no such response',
    network: 'no response came' + (because ? `: ${printable(because)}` : ''),
    timeout: `no response came within ${timeout} ms`,
    aborted: 'the caller aborted',
  };
  return ownDetails.get(outcome) ?? { code: kind, message: sentences[kind] ?? message ?? kind };
}
