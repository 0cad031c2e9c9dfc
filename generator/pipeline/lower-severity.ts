import type { Diagnostic } from '../core/diagnostic.js';

/** Lowers recoverable errors to warnings, for `--lenient`. */
export function lowerRecoverable(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.map((each) =>
    each.isRecoverable === true ? { ...each, severity: 'warning' } : each,
  );
}
