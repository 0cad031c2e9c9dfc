import { hasErrors } from '../../core/diagnostic.js';
import { summarise } from '../../core/render-diagnostics.js';
import { inspect } from '../../pipeline/generate.js';
import type { Console, ExitCode } from '../console.js';
import type { InspectCommandOptions } from '../command-options.js';
import { printDiagnostics } from '../reports/text.js';
import { optionsOfFlags } from '../option-flags.js';
import { readStandardInput } from '../standard-input.js';

/** Runs `tallystick inspect`, which prints the model or the plan as JSON. */
export async function runInspect(
  args: readonly string[],
  options: InspectCommandOptions,
  terminal: Console,
): Promise<ExitCode> {
  const { documents, console } = await readStandardInput(args, terminal);
  const view = options.plan === true ? 'plan' : 'model';
  const request = { documents, ...optionsOfFlags(options) };
  const { value, diagnostics } = await inspect(view, request, console.host);
  printDiagnostics(diagnostics, console);
  if (value !== undefined) console.out(JSON.stringify(value, undefined, 2) + '\n');
  if (!hasErrors(diagnostics)) return 0;
  console.error(`${summarise(diagnostics)}\n`);
  return 1;
}
