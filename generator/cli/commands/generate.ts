import { generate } from '../../pipeline/generate.js';
import type { Console, ExitCode } from '../console.js';
import type { GenerateCommandOptions } from '../program.js';
import { showProgress } from '../progress.js';
import { reportRun } from '../report.js';
import { requestFromArguments } from '../package-request.js';
import { readStandardInputFor } from '../standard-input.js';

/** Runs `tallystick generate`. */
export async function runGenerate(
  args: readonly string[],
  options: GenerateCommandOptions,
  terminal: Console,
): Promise<ExitCode> {
  const started = terminal.now();
  const { documents, console } = await readStandardInputFor(args, options, terminal);
  const progress = showProgress(console);
  const request = {
    ...requestFromArguments(documents, options, console.host),
    verify: options.verify === true,
    acceptNames: options.acceptNames === true,
    force: options.force === true,
    updateRefs: options.updateRefs === true,
    onProgress: progress.show,
  };
  try {
    const result = await generate(request, console.host);
    progress.clear();
    reportRun(
      result,
      { command: 'generate', form: options.report, milliseconds: console.now() - started },
      console,
    );
    return result.ok ? 0 : 1;
  } finally {
    progress.clear();
  }
}
