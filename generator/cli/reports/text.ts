import type { Diagnostic } from '../../core/diagnostic.js';
import {
  locateDiagnostics,
  locationText,
  renderDiagnostics,
  summarise,
} from '../../core/render-diagnostics.js';
import type { GenerateResult, PackageResult } from '../../pipeline/request.js';
import { paintFor, type Console } from '../console.js';
import type { RunCommand } from '../report.js';

/** Maximum number of printed names in a list, and of printed warnings of a kind. */
const maxNames = 10;

/** Prints the diagnostics of a run on the error stream, with at most ten warnings of each kind. */
export function printFolded(diagnostics: readonly Diagnostic[], console: Console): void {
  const { shown, folded } = foldWarnings(diagnostics);
  printDiagnostics(shown, console);
  if (folded.length > 0) console.error(folded.join('\n') + '\n\n');
}

/** Prints what a run wrote, or would write, on the output stream. */
export function printResults(
  result: GenerateResult,
  command: RunCommand,
  milliseconds: number,
  console: Console,
): void {
  if (!result.ok) {
    console.error(`${summarise(result.diagnostics)}; nothing was written\n`);
    return;
  }
  for (const each of result.packages) console.out(packageText(each, command));
  if (result.references.length > 0)
    console.out(['fetched:', ...names('+', result.references)].join('\n') + '\n');
  for (const address of result.copies)
    console.out(
      `${address}: read from its local copy${command === 'generate' ? '; update it with --update-refs' : ''}\n`,
    );
  const warnings = summarise(result.diagnostics);
  const seconds = (milliseconds / 1000).toFixed(2);
  console.out(
    `${warnings === '' ? '' : `${warnings}; `}${verdict(result, command)} in ${seconds} s\n`,
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

/** Prints diagnostics on the error stream. */
export function printDiagnostics(diagnostics: readonly Diagnostic[], console: Console): void {
  if (diagnostics.length > 0)
    console.error(
      renderDiagnostics(diagnostics, paintFor(console.colours.error), (code) =>
        console.pages?.urlOf(code),
      ) + '\n',
    );
}

function packageText(
  { name, out, written, unchanged, removed, current, warnings }: PackageResult,
  command: RunCommand,
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

function verdict({ packages }: GenerateResult, command: RunCommand): string {
  const changed = packages.some(({ written, removed }) => written.length + removed.length > 0);
  if (!changed) return 'nothing to do';
  return command === 'check' ? 'out of date: run "tallystick generate"' : 'done';
}
