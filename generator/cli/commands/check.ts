import { generate } from '../../pipeline/generate.js';
import { type Console, type ExitCode, showProgress } from '../console.js';
import type { CommandOptions } from '../command-options.js';
import { reportRun } from '../report.js';
import { requestFromArguments } from '../package-request.js';
import { readStandardInputFor } from '../standard-input.js';

/** Runs `tallystick check`, which compares without writing. */
export async function runCheck(
  args: readonly string[],
  options: CommandOptions,
  terminal: Console,
): Promise<ExitCode> {
  const started = terminal.now();
  const { documents, console } = await readStandardInputFor(args, options, terminal);
  const progress = showProgress(console, options.quiet);
  const request = {
    ...requestFromArguments(documents, options, console.host),
    verify: options.verify === true,
    acceptNames: options.acceptNames === true,
    check: true,
    onProgress: progress.show,
  };
  try {
    const result = await generate(request, console.host);
    progress.clear();
    const milliseconds = console.now() - started;
    reportRun(result, { ...options, command: 'check', milliseconds }, console);
    const stale = result.packages.some(
      ({ written, removed }) => written.length + removed.length > 0,
    );
    return result.ok && !stale ? 0 : 1;
  } finally {
    progress.clear();
  }
}
