import type { ErrorDescriptor } from '../descriptor.js';
import { ownDetails } from '../error-details.js';

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
