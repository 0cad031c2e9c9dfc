import type { ErrorDescriptor } from '../descriptor.js';
import { ownDetails } from '../error-details.js';

/** Lets the error of an outcome say the server's own words, where the description says which members have them (`x-error`). */
export function takeErrorWords(shape: ErrorDescriptor, outcome: object, body: unknown): void {
  const said = shape.code === undefined ? undefined : ownValue(body, shape.code);
  const text = ownValue(body, shape.message);
  ownDetails.set(outcome, (show) => {
    const code =
      typeof said === 'string' || typeof said === 'number' ? show(String(said)) : undefined;
    const words = [code, typeof text === 'string' ? show(text) : undefined].filter(Boolean);
    const message = words.join(': ') || 'the server answered with a declared failure';
    return { code: code ?? 'failure', message };
  });
}

function ownValue(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}
