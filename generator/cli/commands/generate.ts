import { generate } from '../../generate.js';
import type { Console, ExitCode } from '../console.js';
import type { GenerateSelection } from '../program.js';
import { showProgress } from '../progress.js';
import { reportRun } from '../report.js';
import { selectionOf } from '../select.js';

/** `tallystick generate`. */
export async function runGenerate(
  documents: readonly string[],
  options: GenerateSelection,
  console: Console,
): Promise<ExitCode> {
  const started = console.now();
  const progress = showProgress(console);
  const request = {
    ...selectionOf(documents, options, console.host),
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
