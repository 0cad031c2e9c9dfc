import type { FailedOutcome } from './errors.js';

/** Code and sentence of an outcome, as an error shows them. */
export interface ErrorDetails {
  readonly code: string;
  readonly message: string;
}

/** Makes a text of somebody else fit to be shown: without secrets, on one line, and not too long. */
export type Show = (text: string) => string;

/** What a description lets say of single outcomes, instead of what their kind says. */
export const ownDetails: WeakMap<object, (show: Show) => ErrorDetails> = new WeakMap();

/** What to say of an outcome, words of servers and transports as `show` leaves them. */
export function errorDetails(outcome: FailedOutcome, show: Show): ErrorDetails {
  const { kind, message, timeout, cause } = outcome as FailedOutcome & {
    readonly message?: string;
    readonly timeout?: number;
    readonly cause?: { readonly message: string };
  };
  const because = cause?.message;
  const sentences: { readonly [kind: string]: string | undefined } = {
    failure: 'the server answered with a declared failure',
    undeclared: 'the description declares no such response',
    network: 'no response came' + (because ? `: ${show(because)}` : ''),
    timeout: `no response came within ${timeout} ms`,
    aborted: 'the caller aborted',
  };
  return (
    ownDetails.get(outcome)?.(show) ?? { code: kind, message: sentences[kind] ?? message ?? kind }
  );
}
