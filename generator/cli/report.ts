import type { Diagnostic } from '../core/diagnostic.js';
import { formatPointer } from '../core/pointer.js';
import { redacted } from '../core/redact.js';
import {
  locateDiagnostics,
  locationText,
  renderDiagnostics,
  summarise,
} from '../core/render-diagnostics.js';
import type { GenerateResult, PackageResult } from '../pipeline/request.js';
import { paintFor, type Console } from './console.js';

/** Options of a report. */
export interface ReportOptions {
  readonly command: 'generate' | 'check';
  readonly form: 'text' | 'json';
  readonly milliseconds: number;
}

/** Maximum number of printed names in a list, and of printed warnings of a kind. */
const maxNames = 10;

/** Reports a run: results on the output stream, diagnostics on the error stream. */
export function reportRun(result: GenerateResult, options: ReportOptions, console: Console): void {
  if (options.form === 'json') {
    console.out(JSON.stringify(reportAsData(result, options), undefined, 2) + '\n');
    return;
  }
  const { shown, folded } = foldWarnings(result.diagnostics);
  reportDiagnostics(shown, console);
  if (folded.length > 0) console.error(folded.join('\n') + '\n\n');
  if (!result.ok) {
    console.error(`${summarise(result.diagnostics)}; nothing was written\n`);
    return;
  }
  for (const each of result.packages) console.out(packageText(each, options.command));
  if (result.references.length > 0)
    console.out(['fetched:', ...names('+', result.references)].join('\n') + '\n');
  for (const address of result.copies)
    console.out(
      `${address}: read from its local copy${options.command === 'generate' ? '; update it with --update-refs' : ''}\n`,
    );
  const warnings = summarise(result.diagnostics);
  const seconds = (options.milliseconds / 1000).toFixed(2);
  console.out(
    `${warnings === '' ? '' : `${warnings}; `}${verdict(result, options.command)} in ${seconds} s\n`,
  );
}

/** Limits the number of warnings with the same code for a document. `lint` prints them all. */
function foldWarnings(diagnostics: readonly Diagnostic[]): {
  readonly shown: readonly Diagnostic[];
  readonly folded: readonly string[];
} {
  const kinds = new Map<string, { readonly description: string; count: number }>();
  const shown = locateDiagnostics(diagnostics).flatMap(({ diagnostic, source }) => {
    if (diagnostic.severity === 'error') return [diagnostic];
    const key = `${diagnostic.code} ${source.path}`;
    const kind = kinds.get(key) ?? {
      description: `"${diagnostic.code}" in ${locationText(source, undefined)}`,
      count: 0,
    };
    kinds.set(key, kind);
    kind.count += 1;
    return kind.count > maxNames ? [] : [diagnostic];
  });
  const folded = [...kinds.values()].flatMap(({ description: what, count }) =>
    count > maxNames
      ? [`… and ${count - maxNames} more of ${what} ("tallystick lint" shows them)`]
      : [],
  );
  return { shown, folded };
}

/** Prints diagnostics as text. */
export function reportDiagnostics(diagnostics: readonly Diagnostic[], console: Console): void {
  if (diagnostics.length > 0)
    console.error(renderDiagnostics(diagnostics, paintFor(console.colours.error)) + '\n');
}

function packageText(
  { name, out, written, unchanged, removed, current, warnings }: PackageResult,
  command: ReportOptions['command'],
): string {
  const counts = [
    count(written.length, command === 'check' ? 'to write' : 'written'),
    count(removed.length, command === 'check' ? 'to remove' : 'removed'),
    count(unchanged.length, 'unchanged'),
  ].filter((part) => part !== '');
  const label = name === out ? name : `${name} in ${out}`;
  const warningText =
    current && warnings > 0
      ? `, ${warnings} warning${warnings === 1 ? '' : 's'} ("tallystick lint" shows them)`
      : '';
  const lines = [
    `${label}: ${counts.join(', ')}${warningText}`,
    ...names('+', written),
    ...names('-', removed),
  ];
  return lines.join('\n') + '\n';
}

function count(files: number, state: string): string {
  return files === 0 ? '' : `${files} ${files === 1 ? 'file' : 'files'} ${state}`;
}

function names(sign: '+' | '-', paths: readonly string[]): readonly string[] {
  const shown = paths.slice(0, maxNames).map((path) => `  ${sign} ${path}`);
  const rest = paths.length - shown.length;
  return rest === 0 ? shown : [...shown, `  ${sign} … and ${rest} more`];
}

function verdict({ packages }: GenerateResult, command: ReportOptions['command']): string {
  const changed = packages.some(({ written, removed }) => written.length + removed.length > 0);
  if (!changed) return 'nothing to do';
  return command === 'check' ? 'out of date: run "tallystick generate"' : 'done';
}

function reportAsData(result: GenerateResult, { command, milliseconds }: ReportOptions): object {
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
