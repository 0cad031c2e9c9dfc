import { Refusal } from './fault.js';

/**
 * Creates the error that an unwritten handler throws. The server responds with 501, and the log names the operation.
 */
export function notImplemented(operation: string): Error {
  const cause = new Error(`The handler "${operation}" is not written yet.`);
  return new Refusal('not-implemented', 'not-written', { cause });
}
