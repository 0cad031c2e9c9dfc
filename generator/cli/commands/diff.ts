import { isAtLeastAsBad } from '../../diff/verdict.js';
import { diff } from '../../pipeline/diff.js';
import type { DiffCommandOptions } from '../command-options.js';
import { UsageError, type Console, type ExitCode } from '../console.js';
import { optionsOfFlags } from '../option-flags.js';
import { diffReport, verdictFor } from '../reports/diff.js';
import { printDiagnostics } from '../reports/text.js';
import { readStandardInput } from '../standard-input.js';

/** Runs `tallystick diff`, which compares two descriptions. Descriptions that cannot be read are no result: the exit code is 2. */
export async function runDiff(
  old: string,
  next: string,
  options: DiffCommandOptions,
  terminal: Console,
): Promise<ExitCode> {
  const { documents, console } = await readStandardInput([old, next], terminal);
  const [before, after] = documents;
  if (before === undefined || after === undefined)
    throw new UsageError('diff compares two descriptions: tallystick diff old.yaml new.yaml');
  const { allowRefs, refCredentials } = optionsOfFlags(options);
  const result = await diff(
    {
      old: before,
      new: after,
      ...(options.transport !== undefined && { transport: options.transport }),
      ...(allowRefs && { allowRefs }),
      ...(refCredentials && { refCredentials }),
    },
    console.host,
  );
  printDiagnostics(
    result.diagnostics.filter(({ severity }) => severity === 'error' || options.quiet !== true),
    console,
  );
  if (!result.ok) return 2;
  if (options.quiet !== true) console.out(diffReport(result, options, console.colours.out));
  const { failOn } = options;
  const failed =
    failOn !== undefined &&
    result.changes.some((change) => isAtLeastAsBad(verdictFor(change, options.for), failOn));
  return failed ? 1 : 0;
}
