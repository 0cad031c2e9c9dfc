import { lint } from '../../generate.js';
import { summarise } from '../../core/render-diagnostics.js';
import { UsageError, type Console, type ExitCode } from '../console.js';
import type { LintSelection } from '../program.js';
import { diagnosticsAsData, reportDiagnostics } from '../report.js';
import { configPath } from '../select.js';
import { withInput } from '../standard-input.js';

/** `tallystick lint`: everything there is to say about the descriptions. */
export async function runLint(
  given: readonly string[],
  options: LintSelection,
  terminal: Console,
): Promise<ExitCode> {
  if (given.includes('-') && options.config !== undefined)
    throw new UsageError(
      '"-" and --config exclude each other: documents of a config file are files and addresses',
    );
  const { documents, console } = await withInput(given, terminal);
  const { host } = console;
  const { allowRef: allowRefs, refCredential: refCredentials, lenient } = options;
  const named = documents.length > 0 && options.config === undefined;
  const request = named
    ? {
        documents,
        ...(allowRefs !== undefined && { allowRefs }),
        ...(refCredentials !== undefined && { refCredentials }),
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
