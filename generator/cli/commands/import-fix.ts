import { hasErrors } from '../../core/diagnostic.js';
import { absolutePath, folderOf } from '../../core/path.js';
import { summarise } from '../../core/render-diagnostics.js';
import { importFix } from '../../import/import-fix.js';
import { UsageError, type Console, type ExitCode } from '../console.js';
import type { ImportFixCommandOptions } from '../command-options.js';
import { printDiagnostics } from '../reports/text.js';

/** Runs `tallystick import fix`, which converts a FIX dictionary to a description. */
export function runImportFix(
  dictionary: string,
  { transport, messages, out, force }: ImportFixCommandOptions,
  console: Console,
): ExitCode {
  const { host } = console;
  const file = out === undefined ? undefined : absolutePath(host.cwd, out);
  if (file !== undefined && force !== true && host.read(file) !== undefined)
    throw new UsageError(`"${out}" already exists; use --force to overwrite it`);
  const names = messages?.split(',').map((name) => name.trim()) ?? [];
  const request = {
    dictionary,
    ...(transport !== undefined && { transport }),
    ...(messages !== undefined && { messages: names.filter((name) => name !== '') }),
  };
  const { value, diagnostics } = importFix(request, host);
  printDiagnostics(diagnostics, console);
  if (value === undefined || hasErrors(diagnostics)) {
    console.error(`${summarise(diagnostics)}; nothing was written\n`);
    return 1;
  }
  if (file === undefined) {
    console.out(value);
    return 0;
  }
  host.makeFolder(folderOf(file));
  host.write(file, new TextEncoder().encode(value));
  console.out(`${out}: written\n`);
  return 0;
}
