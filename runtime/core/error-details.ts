import type { FailedOutcome } from './errors.js';

/** Code and message of an outcome, as an error shows them. */
export interface ErrorDetails {
  readonly code: string;
  readonly message: string;
}

/** Sanitises a text from another party for display: without secrets, on one line, shortened. */
export type Sanitise = (text: string) => string;

/** Details of single outcomes, which override those of their kind. */
export const ownDetails: WeakMap<object, (sanitise: Sanitise) => ErrorDetails> = new WeakMap();

/** Returns code and message of an outcome. Texts from servers and transports are passed through `sanitise`. */
export function errorDetails(outcome: FailedOutcome, sanitise: Sanitise): ErrorDetails {
  const { kind, message, timeout, cause } = outcome as FailedOutcome & {
    readonly message?: string;
    readonly timeout?: number;
    readonly cause?: { readonly message: string };
  };
  const reason = cause?.message;
  const sentences: { readonly [kind: string]: string | undefined } = {
    failure: 'the server returned a declared error',
    undeclared: 'the description declares no such response',
    network: 'no response arrived' + (reason ? `: ${sanitise(reason)}` : ''),
    timeout: `no response arrived within ${timeout} ms`,
    aborted: 'the caller aborted the call',
  };
  return (
    ownDetails.get(outcome)?.(sanitise) ?? {
      code: kind,
      message: sentences[kind] ?? message ?? kind,
    }
  );
}
