import { lint } from '../../pipeline/generate.js';
import { UsageError, type Console, type ExitCode } from '../console.js';
import type { LintCommandOptions } from '../command-options.js';
import { reportLint } from '../report.js';
import { optionsOfFlags } from '../option-flags.js';
import { configPath } from '../package-request.js';
import { readStandardInput } from '../standard-input.js';

/** Runs `tallystick lint`, which reports all diagnostics of descriptions. */
export async function runLint(
  args: readonly string[],
  options: LintCommandOptions,
  terminal: Console,
): Promise<ExitCode> {
  if (args.includes('-') && options.config !== undefined)
    throw new UsageError(
      '"-" and --config cannot be combined: a config file can name only files and URLs',
    );
  const { documents, console } = await readStandardInput(args, terminal);
  const { host } = console;
  const usesDocuments = documents.length > 0 && options.config === undefined;
  const request = usesDocuments
    ? { documents, ...optionsOfFlags(options) }
    : {
        config: configPath(options.config, documents, host),
        ...(documents.length > 0 && { documents }),
      };
  const diagnostics = await lint({ ...request, strict: options.strict === true }, host);
  const failed = diagnostics.some(
    ({ severity }) => severity === 'error' || options.strict === true,
  );
  reportLint(diagnostics, { ...options, ok: !failed }, console);
  return failed ? 1 : 0;
}
