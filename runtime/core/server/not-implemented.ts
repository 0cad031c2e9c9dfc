import { Refusal } from './fault.js';

/**
 * What the handler of an operation throws that nobody has written yet: the caller is answered 501, and the log
 * is told which one it is.
 */
export function notImplemented(operation: string): Error {
  const cause = new Error(`The handler "${operation}" is not written yet.`);
  return new Refusal('not-implemented', 'not-written', { cause });
}
