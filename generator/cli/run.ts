import { redacted } from '../core/address.js';
import { type Console, type ExitCode, UsageError } from './console.js';
import { explainError } from './explain-error.js';
import { createProgram } from './program.js';
import { reportFault } from './report.js';

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

/** True for the errors that commander throws instead of exiting. It has already printed their text. */
function isCommanderExit(error: unknown): error is Error & { readonly exitCode: number } {
  return (
    error instanceof Error &&
    'code' in error &&
    'exitCode' in error &&
    String(error.code).startsWith('commander.')
  );
}
