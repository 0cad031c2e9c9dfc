import { hasErrors } from '../../core/diagnostic.js';
import { summarise } from '../../core/render-diagnostics.js';
import { scaffoldFile } from '../../pipeline/scaffold-file.js';
import type { Console, ExitCode } from '../console.js';
import type { CommandOptions } from '../command-options.js';
import { printDiagnostics } from '../reports/text.js';
import { requestFromArguments } from '../package-request.js';
import { readStandardInputFor } from '../standard-input.js';

/** Runs `tallystick scaffold`, which writes or extends a server file. */
export async function runScaffold(
  file: string,
  args: readonly string[],
  options: CommandOptions,
  terminal: Console,
): Promise<ExitCode> {
  const { documents, console } = await readStandardInputFor(args, options, terminal);
  const request = requestFromArguments(documents, options, console.host);
  const { value, diagnostics } = await scaffoldFile(file, request, console.host);
  printDiagnostics(diagnostics, console);
  if (value === undefined || hasErrors(diagnostics)) {
    console.error(`${summarise(diagnostics)}; nothing was written\n`);
    return 1;
  }
  const { added, isNew, elsewhere } = value;
  const handlers = `${added.length} ${added.length === 1 ? 'handler' : 'handlers'}`;
  const lines = added.map((name) => `  + ${name}\n`).join('');
  if (isNew) console.out(`${file}: written with ${handlers}\n`);
  else if (added.length === 0)
    console.out(
      `${file}: ${elsewhere.length === 0 ? 'every operation has a handler' : 'every operation of the services in this file has a handler'}\n`,
    );
  else console.out(`${file}: ${handlers} added\n${lines}`);
  if (elsewhere.length > 0) console.out(`  not in this file: ${elsewhere.join(', ')}\n`);
  return 0;
}
