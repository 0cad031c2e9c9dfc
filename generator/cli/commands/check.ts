import { generate } from '../../generate.js';
import type { Console, ExitCode } from '../console.js';
import type { Selection } from '../program.js';
import { showProgress } from '../progress.js';
import { reportRun } from '../report.js';
import { selectionOf } from '../select.js';

/** `tallystick check`: a run that only compares. */
export async function runCheck(
  documents: readonly string[],
  options: Selection,
  console: Console,
): Promise<ExitCode> {
  const started = console.now();
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
