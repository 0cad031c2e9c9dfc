import type { Diagnostic } from '../core/diagnostic.js';
import { hasErrors } from '../core/diagnostic.js';
import { summarise } from '../core/render-diagnostics.js';
import type { GenerateResult } from '../pipeline/request.js';
import type { Console } from './console.js';
import { workflowCommand, workflowCommands } from './reports/github.js';
import { diagnosticsAsData, runAsData } from './reports/json.js';
import { sarifLog } from './reports/sarif.js';
import { printDiagnostics, printFolded, printResults } from './reports/text.js';

/** Formats of reports: text for people, annotations of GitHub Actions with that text, or one JSON document. */
export const reportForms = ['text', 'json', 'github', 'sarif'] as const;

export type ReportForm = (typeof reportForms)[number];

/** Commands that generate, or compare with what is generated. */
export type RunCommand = 'generate' | 'check';

/** Options of a report. */
export interface ReportOptions {
  readonly report: ReportForm;
  /** If true, nothing but errors is printed as text. Documents for programs stay complete. */
  readonly quiet?: boolean;
}

/** Reports a run: results on the output stream, diagnostics on the error stream. */
export function reportRun(
  result: GenerateResult,
  run: { readonly command: RunCommand; readonly milliseconds: number } & ReportOptions,
  console: Console,
): void {
  const { command, milliseconds, report, quiet = false } = run;
  const { diagnostics } = result;
  if (report === 'json') printJson(runAsData(result, command, milliseconds), console);
  else if (report === 'sarif') printJson(sarifLog({ diagnostics }), console);
  else {
    const shown = quiet ? errorsOf(diagnostics) : diagnostics;
    if (report === 'github') console.out(workflowCommands(shown));
    else printFolded(shown, console);
    if (!quiet || !result.ok) printResults(result, command, milliseconds, console);
  }
}

/** Reports the diagnostics of `lint`, in full. */
export function reportLint(
  diagnostics: readonly Diagnostic[],
  { ok, report, quiet = false }: { readonly ok: boolean } & ReportOptions,
  console: Console,
): void {
  if (report === 'json')
    printJson({ command: 'lint', ok, diagnostics: diagnosticsAsData(diagnostics) }, console);
  else if (report === 'sarif') printJson(sarifLog({ diagnostics }), console);
  else {
    // Warnings that are the reason for a failure are shown in any case.
    const shown = quiet && (ok || hasErrors(diagnostics)) ? errorsOf(diagnostics) : diagnostics;
    if (report === 'github') console.out(workflowCommands(shown));
    else printDiagnostics(shown, console);
    if (!quiet) console.out(`${summarise(diagnostics) || 'no problems found'}\n`);
  }
}

/** Reports the reason why a command could not run in the format that its arguments ask for. The text has been printed before. */
export function reportFault(argv: readonly string[], text: string, console: Console): void {
  const index = argv.findLastIndex((each) => each === '--report' || each.startsWith('--report='));
  if (index === -1) return;
  const form =
    argv[index] === '--report' ? argv[index + 1] : argv[index]?.slice('--report='.length);
  const [fault = ''] = text.replace(/^error: /u, '').split('\n', 1);
  const command = argv.find((each) => !each.startsWith('-')) ?? '';
  if (form === 'json') printJson({ command, ok: false, fault, diagnostics: [] }, console);
  if (form === 'sarif') printJson(sarifLog({ diagnostics: [], fault }), console);
  if (form === 'github') console.out(workflowCommand('error', fault));
}

function printJson(data: object, console: Console): void {
  console.out(JSON.stringify(data, undefined, 2) + '\n');
}

function errorsOf(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === 'error');
}
