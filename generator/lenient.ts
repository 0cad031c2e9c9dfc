import type { Diagnostic } from './core/diagnostic.js';

/**
 * Faults of one place, which the reader passes over as if nothing stood there: what refers to nothing accepts everything, what
 * cannot be understood is left out, and of two equal names the second is replaced. What concerns a document as a whole, security, or
 * what may be read and written, is not among them.
 */
const LOCAL: ReadonlySet<string> = new Set([
  'duplicate-operation-id',
  'duplicate-parameter',
  'duplicate-content',
  'duplicate-status',
  'duplicate-tag',
  'empty-operation-id',
  'enum-descriptions',
  'inexact-integer',
  'invalid-component-name',
  'invalid-key',
  'invalid-media-type',
  'invalid-path',
  'invalid-pattern',
  'invalid-status',
  'invalid-style',
  'invalid-type',
  'invalid-value',
  'missing-member',
  'optional-path-parameter',
  'parameter-description',
  'reference-cycle',
  'schema-cycle',
  'style-type',
  'tag-parent',
  'undeclared-path-parameter',
  'undeclared-server',
  'undeclared-tag',
  'undeclared-variable',
  'unknown-member',
  'unknown-type',
  'unresolved-mapping',
  'unresolved-reference',
  'unsupported-encoding',
  'unused-path-parameter',
]);

/** Faults that do not touch the rest as warnings: what `--lenient` asks for. */
export function lenient(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.map((each) =>
    each.severity === 'error' && LOCAL.has(each.code) ? { ...each, severity: 'warning' } : each,
  );
}
