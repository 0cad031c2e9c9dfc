import { hasErrors } from '../../core/diagnostic.js';
import { summarise } from '../../core/render-diagnostics.js';
import { createFixDictionary, type FixDictionary } from '../../fix/dictionary.js';
import { loadFixApi } from '../../pipeline/load-fix.js';
import { absolutePath } from '../../core/path.js';
import { UsageError, type Console } from '../console.js';
import { optionsOfFlags } from '../option-flags.js';
import type { FixCommandOptions } from '../command-options.js';
import { printDiagnostics } from '../reports/text.js';

/** Loads the dictionary for messages. Reports errors and returns `undefined` if there are any. */
export async function loadFixDictionary(
  document: string,
  flags: FixCommandOptions,
  console: Console,
): Promise<FixDictionary | undefined> {
  const { transport } = flags;
  const source = {
    document,
    ...(transport !== undefined && { transport }),
    ...optionsOfFlags(flags),
  };
  const { value, diagnostics } = await loadFixApi(source, console.host);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  printDiagnostics(errors, console);
  if (hasErrors(diagnostics)) console.error(`${summarise(errors)}\n`);
  else if (value === undefined) console.error(`error: "${document}" describes no FIX session\n`);
  return value === undefined || errors.length > 0 ? undefined : createFixDictionary(value);
}

/** Reads the bytes of a file or of standard input. */
export async function* bytesOf(
  file: string | undefined,
  { host, input }: Console,
): AsyncGenerator<Uint8Array> {
  if (file === undefined || file === '-') {
    yield* input();
    return;
  }
  const bytes = host.read(absolutePath(host.cwd, file));
  if (bytes === undefined) throw new UsageError(`the file "${file}" does not exist`);
  yield bytes;
}
