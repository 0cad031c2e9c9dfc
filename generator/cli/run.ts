import { redacted } from '../core/redact.js';
import type { Console, ExitCode } from './console.js';
import { UsageError } from './console.js';
import { explainError } from './explain-error.js';
import { createProgram } from './program.js';

/** Runs a command line and returns its exit code. Prints all errors and never throws. */
export async function runCli(argv: readonly string[], unredacted: Console): Promise<ExitCode> {
  // Messages quote arguments and documents, which may contain URLs with passwords.
  const console: Console = { ...unredacted, error: (text) => unredacted.error(redacted(text)) };
  let code: ExitCode = 0;
  const program = createProgram(console, (result) => (code = result));
  try {
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`error: ${error.message}\n`);
      reportFault(argv, error.message, console);
      return 2;
    }
    if (isCommanderExit(error)) {
      if (error.exitCode === 0) return 0;
      reportFault(argv, error.message, console);
      return 2;
    }
    console.error(explainError(error, console.debug));
    reportFault(argv, explainError(error, false), console);
    return 1;
  }
}

/** With `--report json`, also prints the first line of a fatal error as JSON. */
function reportFault(argv: readonly string[], text: string, console: Console): void {
  const index = argv.findLastIndex((each) => each === '--report' || each.startsWith('--report='));
  const form =
    argv[index] === '--report' ? argv[index + 1] : argv[index]?.slice('--report='.length);
  if (index === -1 || form !== 'json') return;
  const [fault = ''] = redacted(text)
    .replace(/^error: /u, '')
    .split('\n', 1);
  const command = argv.find((each) => !each.startsWith('-')) ?? '';
  console.out(`${JSON.stringify({ command, ok: false, fault, diagnostics: [] }, undefined, 2)}\n`);
}

/** True for the errors that commander throws instead of exiting. It has already printed their text. */
function isCommanderExit(error: unknown): error is Error & { readonly exitCode: number } {
  return (
    error instanceof Error &&
    'code' in error &&
    'exitCode' in error &&
    String(error.code).startsWith('commander.')
  );
}
