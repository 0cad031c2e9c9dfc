import { redacted } from '../core/redact.js';
import type { Console, ExitCode } from './console.js';
import { UsageError } from './console.js';
import { explainFault } from './fault.js';
import { createProgram } from './program.js';

/** Runs one command line and answers its exit code. Prints, and throws nothing. */
export async function runCli(argv: readonly string[], given: Console): Promise<ExitCode> {
  // Whatever is said of arguments and documents shows no password of a URL.
  const console: Console = { ...given, error: (text) => given.error(redacted(text)) };
  let code: ExitCode = 0;
  const program = createProgram(console, (ended) => (code = ended));
  try {
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`error: ${error.message}\n`);
      return 2;
    }
    if (isCommanderExit(error)) return error.exitCode === 0 ? 0 : 2;
    console.error(explainFault(error, console.debug));
    return 1;
  }
}

/** What commander throws in place of ending the process: its text is printed already. */
function isCommanderExit(error: unknown): error is { readonly exitCode: number } {
  return (
    error instanceof Error &&
    'code' in error &&
    'exitCode' in error &&
    String(error.code).startsWith('commander.')
  );
}
