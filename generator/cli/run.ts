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
      reportFault(argv, error.message, console);
      return 2;
    }
    if (isCommanderExit(error)) {
      if (error.exitCode === 0) return 0;
      reportFault(argv, error.message, console);
      return 2;
    }
    console.error(explainFault(error, console.debug));
    reportFault(argv, explainFault(error, false), console);
    return 1;
  }
}

/** Says the first line of what ended a run as JSON too, to a program that asked for that. */
function reportFault(argv: readonly string[], text: string, console: Console): void {
  const asked = argv.findLastIndex((each) => each === '--report' || each.startsWith('--report='));
  const form =
    argv[asked] === '--report' ? argv[asked + 1] : argv[asked]?.slice('--report='.length);
  if (asked === -1 || form !== 'json') return;
  const [fault = ''] = redacted(text)
    .replace(/^error: /u, '')
    .split('\n', 1);
  const command = argv.find((each) => !each.startsWith('-')) ?? '';
  console.out(`${JSON.stringify({ command, ok: false, fault, diagnostics: [] }, undefined, 2)}\n`);
}

/** What commander throws in place of ending the process: its text is printed already. */
function isCommanderExit(error: unknown): error is Error & { readonly exitCode: number } {
  return (
    error instanceof Error &&
    'code' in error &&
    'exitCode' in error &&
    String(error.code).startsWith('commander.')
  );
}
