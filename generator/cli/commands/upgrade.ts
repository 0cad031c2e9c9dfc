import { hasErrors } from '../../core/diagnostic.js';
import { absolutePath } from '../../core/path.js';
import { summarise } from '../../core/render-diagnostics.js';
import { upgradeProgram } from '../../upgrade/upgrade.js';
import type { Console, ExitCode } from '../console.js';
import type { UpgradeCommandOptions } from '../command-options.js';
import { printDiagnostics } from '../reports/text.js';

/** Runs `tallystick upgrade`, which rewrites the user's sources for current names. */
export async function runUpgrade(
  paths: readonly string[],
  { dryRun }: UpgradeCommandOptions,
  console: Console,
): Promise<ExitCode> {
  const { host } = console;
  const { value, diagnostics } = await upgradeProgram(paths, host);
  printDiagnostics(diagnostics, console);
  if (value === undefined || hasErrors(diagnostics)) {
    console.error(`${summarise(diagnostics)}; nothing was written\n`);
    return 1;
  }
  for (const { path, text, changes } of value) {
    if (dryRun === undefined)
      host.write(absolutePath(host.cwd, path), new TextEncoder().encode(text));
    console.out(`${path}: ${changes} ${changes === 1 ? 'change' : 'changes'}\n`);
  }
  const count = value.length === 1 ? '1 file' : `${value.length} files`;
  if (value.length === 0) console.out('nothing to change\n');
  else console.out(`${count} ${dryRun === true ? 'would change' : 'changed'}\n`);
  return 0;
}
