import { relativePath } from '../../core/path.js';
import type { Progress } from '../../pipeline/request.js';
import { watch } from '../../watch/watch.js';
import { type Console, type ExitCode, showProgress, UsageError } from '../console.js';
import { explainError } from '../explain-error.js';
import type { GenerateCommandOptions } from '../command-options.js';
import { reportRun } from '../report.js';
import { generateRequest } from './generate.js';

/** Runs `tallystick generate --watch`, until the user interrupts it. */
export async function runWatch(
  documents: readonly string[],
  options: GenerateCommandOptions,
  console: Console,
): Promise<ExitCode> {
  const { host, terminal } = console;
  if (documents.includes('-'))
    throw new UsageError('--watch follows files; standard input is read once');
  if (options.report === 'json' || options.report === 'sarif')
    throw new UsageError(
      `--watch prints one report after another, and "--report ${options.report}" is a single document: use --report text or github`,
    );
  const request = generateRequest(documents, options, console);
  const interrupted = new AbortController();
  console.onInterrupt?.(() => interrupted.abort());
  let progress = showProgress(console, options.quiet);
  let started = 0;
  const show = (print: () => void): void => {
    progress.clear();
    // What an earlier run reported is no longer true.
    if (terminal) console.error(clearScreen);
    print();
    if (options.quiet !== true) console.out('watching for changes; Ctrl-C ends\n');
  };
  const onProgress = (step: Progress): void => progress.show(step);
  await watch({ ...request, onProgress }, host, {
    signal: interrupted.signal,
    onRun(changed) {
      started = console.now();
      progress = showProgress(console, options.quiet);
      if (terminal || options.quiet === true || changed.length === 0) return;
      console.out(`\nchanged: ${changed.map((path) => relativePath(host.cwd, path)).join(', ')}\n`);
    },
    onResult(result) {
      const milliseconds = console.now() - started;
      show(() => reportRun(result, { ...options, command: 'generate', milliseconds }, console));
    },
    onFault: (error) => show(() => console.error(explainError(error, console.debug))),
  });
  return 0;
}

/** Clears the screen and what was scrolled out of it, and goes to its first line. */
const clearScreen = '\u001b[2J\u001b[3J\u001b[H';
