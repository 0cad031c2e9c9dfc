import { createReporter, type Diagnostic } from '../core/diagnostic.js';
import type { Origin } from '../core/origin.js';
import { ResourceLimitError } from '../core/resource-limit.js';

/**
 * Converts an error that the size or depth of a description causes to a diagnostic. Throws any other error again. `origin` is the origin of
 * the description.
 */
export function resourceLimitDiagnostics(error: unknown, origin: Origin): readonly Diagnostic[] {
  const reporter = createReporter();
  if (error instanceof ResourceLimitError)
    reporter.error('too-large', error.origin, error.message, { hint: error.hint });
  else if (isOverflow(error))
    reporter.error('too-deep', origin, 'schemas of the document use one another too deeply', {
      hint: 'leave out those that only lead on to the next',
    });
  else throw error;
  return reporter.diagnostics;
}

/** True if the error is a stack overflow. */
function isOverflow(error: unknown): boolean {
  return error instanceof RangeError && /call stack/i.test(error.message);
}
