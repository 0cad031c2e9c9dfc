import { generate } from '../../pipeline/generate.js';
import type { Console, ExitCode } from '../console.js';
import type { CommandOptions } from '../program.js';
import { showProgress } from '../progress.js';
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
  const progress = showProgress(console);
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
    reportRun(
      result,
      { command: 'check', form: options.report, milliseconds: console.now() - started },
      console,
    );
    const stale = result.packages.some(
      ({ written, removed }) => written.length + removed.length > 0,
    );
    return result.ok && !stale ? 0 : 1;
  } finally {
    progress.clear();
  }
}
