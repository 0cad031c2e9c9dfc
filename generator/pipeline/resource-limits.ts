import { createDiagnostic, type Diagnostic } from '../core/diagnostic.js';
import { tooDeep } from '../core/diagnostics/references.js';
import type { Origin } from '../core/origin.js';
import { ResourceLimitError } from '../core/diagnostics/limits.js';

/**
 * Converts an error that the size or depth of a description causes to a diagnostic. Throws any other error again. `origin` is the origin of
 * the description.
 */
export function resourceLimitDiagnostics(error: unknown, origin: Origin): readonly Diagnostic[] {
  if (error instanceof ResourceLimitError)
    return [createDiagnostic(error.sentence, error.origin, { hint: error.hint })];
  if (!isOverflow(error)) throw error;
  const hint = 'leave out those that only lead on to the next';
  return [createDiagnostic(tooDeep.schemas(), origin, { hint })];
}

/** True if the error is a stack overflow, as V8 and JavaScriptCore word it or as SpiderMonkey does. */
function isOverflow(error: unknown): boolean {
  return error instanceof Error && /call stack|too much recursion/i.test(error.message);
}
