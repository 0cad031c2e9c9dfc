import { generate } from '../../generate.js';
import type { Console, ExitCode } from '../console.js';
import type { GenerateSelection } from '../program.js';
import { showProgress } from '../progress.js';
import { reportRun } from '../report.js';
import { selectionOf } from '../select.js';
import { withInputFor } from '../standard-input.js';

/** `tallystick generate`. */
export async function runGenerate(
  named: readonly string[],
  options: GenerateSelection,
  given: Console,
): Promise<ExitCode> {
  const started = given.now();
  const { documents, console } = await withInputFor(named, options, given);
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
