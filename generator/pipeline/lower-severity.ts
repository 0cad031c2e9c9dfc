import type { Diagnostic } from '../core/diagnostic.js';

/**
 * Errors that concern a single node, which the reader can ignore. A reference without a target accepts every value, an unreadable node is
 * omitted, and the second of two equal names is replaced. Errors that concern an entire document, security, or file access are not
 * included.
 */
const recoverable: ReadonlySet<string> = new Set([
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

/** Lowers recoverable errors to warnings, for `--lenient`. */
export function lowerRecoverable(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.map((each) =>
    each.severity === 'error' && (each.isRecoverable === true || recoverable.has(each.code))
      ? { ...each, severity: 'warning' }
      : each,
  );
}
