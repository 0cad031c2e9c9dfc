import type { Host } from '../../../generator/core/host.js';
import type { DiagnosticPages } from '../../../generator/core/diagnostic.js';
import { runCli } from '../../../generator/cli/run.js';

/** Output and exit code of a command line. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Runs a command line on a host, on a terminal or, by default, in a pipe. Each reading of the clock advances it by 1 s. */
export async function run(
  argv: readonly string[],
  host: Host,
  settings: {
    readonly terminal?: boolean;
    readonly colours?: boolean;
    readonly debug?: boolean;
    /** Chunks of standard input. */
    readonly input?: readonly (string | Uint8Array)[];
    /** A person would have to type what comes in. */
    readonly typed?: boolean;
    readonly pages?: DiagnosticPages;
  } = {},
): Promise<Outcome> {
  const { terminal = false, colours = false, debug = false, input = [], typed = false } = settings;
  let [out, error, seconds] = ['', '', 0];
  const code = await runCli(argv, {
    host,
    async *input() {
      for (const piece of input)
        yield typeof piece === 'string' ? new TextEncoder().encode(piece) : piece;
    },
    isInputTyped: typed,
    ...(settings.pages && { pages: settings.pages }),
    out: (text) => void (out += text),
    error: (text) => void (error += text),
    colours: { out: colours, error: colours },
    terminal,
    debug,
    now: () => 1000 * seconds++,
  });
  return { code, out, error };
}
