import { hasErrors } from '../../core/diagnostic.js';
import { summarise } from '../../core/render-diagnostics.js';
import { lexiconOf, type Lexicon } from '../../fix/lexicon.js';
import { fixOf } from '../../fix-of.js';
import { absolutePath } from '../../core/path.js';
import { UsageError, type Console } from '../console.js';
import type { FixSelection } from '../program.js';
import { reportDiagnostics } from '../report.js';

/** What messages are read and written by; `undefined` where it has errors, which are told. */
export async function lexiconFor(
  document: string,
  { transport, allowRef: allowRefs }: FixSelection,
  console: Console,
): Promise<Lexicon | undefined> {
  const source = {
    document,
    ...(transport !== undefined && { transport }),
    ...(allowRefs !== undefined && { allowRefs }),
  };
  const { value, diagnostics } = await fixOf(source, console.host);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  reportDiagnostics(errors, console);
  if (hasErrors(diagnostics)) console.error(`${summarise(errors)}\n`);
  else if (value === undefined) console.error(`error: "${document}" describes no FIX session\n`);
  return value === undefined || errors.length > 0 ? undefined : lexiconOf(value);
}

/** The bytes of a file, or of the input stream. */
export async function* bytesOf(
  file: string | undefined,
  { host, input }: Console,
): AsyncGenerator<Uint8Array> {
  if (file === undefined || file === '-') {
    yield* input();
    return;
  }
  const bytes = host.read(absolutePath(host.cwd, file));
  if (bytes === undefined) throw new UsageError(`there is no file "${file}"`);
  yield bytes;
}
