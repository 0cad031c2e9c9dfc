import type { FailedOutcome } from './errors.js';
import type { ErrorDescriptor } from './descriptor.js';

/** Code and message of an outcome, as an error shows them. */
interface ErrorDetails {
  readonly code: string;
  readonly message: string;
}

/** Sanitises a text from another party for display: without secrets, on one line, shortened. */
type Sanitise = (text: string) => string;

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

/** Uses code and message of the response body for the error of an outcome, if the description declares their properties (`x-error`). */
export function applyErrorMessage(shape: ErrorDescriptor, outcome: object, body: unknown): void {
  const rawCode = shape.code === undefined ? undefined : ownValue(body, shape.code);
  const rawMessage = ownValue(body, shape.message);
  ownDetails.set(outcome, (sanitise) => {
    const code =
      typeof rawCode === 'string' || typeof rawCode === 'number'
        ? sanitise(String(rawCode))
        : undefined;
    const details = [
      code,
      typeof rawMessage === 'string' ? sanitise(rawMessage) : undefined,
    ].filter(Boolean);
    const message = details.join(': ') || 'the server returned a declared error';
    return { code: code ?? 'failure', message };
  });
}

function ownValue(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

/** Maximum length of a server's text that an error repeats. */
const longest = 300;

/** Replaces control characters and line breaks, so that a server's text cannot forge lines of a log. */
export function singleLine(text: string): string {
  const line = text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
