import { redacted } from '../../core/address.js';
import type { Diagnostic } from '../../core/diagnostic.js';
import { formatPointer } from '../../core/pointer.js';
import { locateDiagnostics } from '../../core/render-diagnostics.js';
import type { GenerateResult } from '../../pipeline/request.js';
import type { RunCommand } from '../report.js';

/** Converts a run to JSON. */
export function runAsData(
  result: GenerateResult,
  command: RunCommand,
  milliseconds: number,
): object {
  return {
    command,
    ok: result.ok,
    milliseconds: Math.round(milliseconds),
    diagnostics: diagnosticsAsData(result.diagnostics),
    packages: result.packages,
    ...(result.references.length > 0 && { references: result.references }),
    ...(result.copies.length > 0 && { copies: result.copies }),
  };
}

/** Converts diagnostics to JSON, with resolved positions. */
export function diagnosticsAsData(diagnostics: readonly Diagnostic[]): readonly object[] {
  return locateDiagnostics(diagnostics).map(({ diagnostic, source, tokens, position }) => {
    const { code, severity, message, hint, related = [] } = diagnostic;
    return {
      code,
      severity,
      message: redacted(message),
      path: redacted(source.path),
      pointer: formatPointer(tokens),
      ...position,
      ...(hint === undefined ? {} : { hint: redacted(hint) }),
      ...(related.length === 0 ? {} : { related: relatedAsData(diagnostic) }),
    };
  });
}

function relatedAsData({ related = [] }: Diagnostic): readonly object[] {
  return related.map(({ message, origin }) => {
    const located = locateDiagnostics([{ code: '', severity: 'error', message, origin }]);
    return {
      message: redacted(message),
      ...located.map(({ source, position }) => ({ path: redacted(source.path), ...position }))[0],
    };
  });
}
