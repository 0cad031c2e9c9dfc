import { lint } from '../../generate.js';
import { summarise } from '../../core/render-diagnostics.js';
import type { Console, ExitCode } from '../console.js';
import type { LintSelection } from '../program.js';
import { diagnosticsAsData, reportDiagnostics } from '../report.js';
import { configPath } from '../select.js';

/** `tallystick lint`: everything there is to say about the descriptions. */
export async function runLint(
  documents: readonly string[],
  options: LintSelection,
  console: Console,
): Promise<ExitCode> {
  const { host } = console;
  const { allowRef: allowRefs, lenient } = options;
  const named = documents.length > 0 && options.config === undefined;
  const request = named
    ? {
        documents,
        ...(allowRefs !== undefined && { allowRefs }),
        ...(lenient !== undefined && { lenient }),
      }
    : {
        config: configPath(options.config, documents, host),
        ...(documents.length > 0 && { documents }),
      };
  const diagnostics = await lint({ ...request, strict: options.strict === true }, host);
  const failed = diagnostics.some(
    ({ severity }) => severity === 'error' || options.strict === true,
  );
  if (options.report === 'json') {
    const report = { command: 'lint', ok: !failed, diagnostics: diagnosticsAsData(diagnostics) };
    console.out(JSON.stringify(report, undefined, 2) + '\n');
  } else {
    reportDiagnostics(diagnostics, console);
    console.out(`${summarise(diagnostics) || 'nothing to say'}\n`);
  }
  return failed ? 1 : 0;
}
