import { suggest } from '../../core/suggestion.js';
import { UsageError, type Console, type ExitCode } from '../console.js';

/** Runs `tallystick explain`, which prints the page about a diagnostic. */
export function runExplain(code: string, console: Console): ExitCode {
  // As it is printed: [unresolved-reference].
  const name = code.replace(/^\[(.*)\]$/u, '$1');
  const text = console.pages?.textOf(name);
  if (text === undefined) {
    const similar = suggest(name, console.pages?.codes() ?? []);
    throw new UsageError(
      `no diagnostic has the code "${name}"${similar === undefined ? '' : `; did you mean "${similar}"?`}`,
    );
  }
  console.out(text);
  return 0;
}
