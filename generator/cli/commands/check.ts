import { generate } from '../../generate.js';
import type { Console, ExitCode } from '../console.js';
import type { Selection } from '../program.js';
import { showProgress } from '../progress.js';
import { reportRun } from '../report.js';
import { selectionOf } from '../select.js';
import { withInputFor } from '../standard-input.js';

/** `tallystick check`: a run that only compares. */
export async function runCheck(
  named: readonly string[],
  options: Selection,
  given: Console,
): Promise<ExitCode> {
  const started = given.now();
  const { documents, console } = await withInputFor(named, options, given);
  const progress = showProgress(console);
  const request = {
    ...selectionOf(documents, options, console.host),
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
