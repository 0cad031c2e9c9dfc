import { hasErrors } from '../../core/diagnostic.js';
import { summarise } from '../../core/render-diagnostics.js';
import { inspect } from '../../generate.js';
import type { Console, ExitCode } from '../console.js';
import type { InspectSelection } from '../program.js';
import { reportDiagnostics } from '../report.js';
import { withInput } from '../standard-input.js';

/** `tallystick inspect`: one of the two representations as JSON. */
export async function runInspect(
  named: readonly string[],
  options: InspectSelection,
  given: Console,
): Promise<ExitCode> {
  const { documents, console } = await withInput(named, given);
  const what = options.plan === true ? 'plan' : 'model';
  const { package: name, allowRef: allowRefs, refCredential: refCredentials, lenient } = options;
  const request = {
    documents,
    ...(name !== undefined && { package: name }),
    ...(allowRefs !== undefined && { allowRefs }),
    ...(refCredentials !== undefined && { refCredentials }),
    ...(lenient !== undefined && { lenient }),
  };
  const { value, diagnostics } = await inspect(what, request, console.host);
  reportDiagnostics(diagnostics, console);
  if (value !== undefined) console.out(JSON.stringify(value, undefined, 2) + '\n');
  if (!hasErrors(diagnostics)) return 0;
  console.error(`${summarise(diagnostics)}\n`);
  return 1;
}
