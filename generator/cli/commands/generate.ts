import { generate } from '../../pipeline/generate.js';
import type { GenerateRequest } from '../../pipeline/request.js';
import { type Console, type ExitCode, showProgress } from '../console.js';
import type { GenerateCommandOptions } from '../command-options.js';
import { reportRun } from '../report.js';
import { requestFromArguments } from '../package-request.js';
import { writeWorkflow } from './workflow.js';
import { readStandardInputFor } from '../standard-input.js';

/** Runs `tallystick generate`. */
export async function runGenerate(
  args: readonly string[],
  options: GenerateCommandOptions,
  terminal: Console,
): Promise<ExitCode> {
  const started = terminal.now();
  const { documents, console } = await readStandardInputFor(args, options, terminal);
  const progress = showProgress(console, options.quiet);
  const request = {
    ...generateRequest(documents, options, console),
    onProgress: progress.show,
  };
  try {
    const result = await generate(request, console.host);
    progress.clear();
    const milliseconds = console.now() - started;
    reportRun(result, { ...options, command: 'generate', milliseconds }, console);
    if (!result.ok) return 1;
    if (options.workflow === true) writeWorkflow(result, options, console);
    return 0;
  } finally {
    progress.clear();
  }
}

/** The request of the arguments of `tallystick generate`. */
export function generateRequest(
  documents: readonly string[],
  options: GenerateCommandOptions,
  { host }: Console,
): GenerateRequest {
  return {
    ...requestFromArguments(documents, options, host),
    verify: options.verify === true,
    acceptNames: options.acceptNames === true,
    force: options.force === true,
    updateRefs: options.updateRefs === true,
  };
}
