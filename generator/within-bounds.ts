import { createReporter, type Diagnostic } from './core/diagnostic.js';
import type { Origin } from './core/origin.js';
import { Outgrown } from './core/outgrown.js';

/**
 * What there is to say of an error that a description causes by its size or its depth, wherever that was found; any other one is a
 * fault of ours, and thrown on. `origin` is the description's.
 */
export function outOfBounds(error: unknown, origin: Origin): readonly Diagnostic[] {
  const reporter = createReporter();
  if (error instanceof Outgrown)
    reporter.error('too-large', error.origin, error.message, { hint: error.hint });
  else if (isOverflow(error))
    reporter.error('too-deep', origin, 'schemas of the document use one another too deeply', {
      hint: 'leave out those that only lead on to the next',
    });
  else throw error;
  return reporter.diagnostics;
}

/** Whether the stack of the engine has come to its end. */
function isOverflow(error: unknown): boolean {
  return error instanceof RangeError && /call stack/i.test(error.message);
}
