import type { Host } from '../../../generator/core/host.js';
import { runCli } from '../../../generator/cli/run.js';

/** What a command line printed and how it ended. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Runs a command line over a host, on a terminal or, as here by default, in a pipe. Each look at the clock takes 1 s. */
export async function run(
  argv: readonly string[],
  host: Host,
  settings: {
    readonly terminal?: boolean;
    readonly colours?: boolean;
    readonly debug?: boolean;
    /** What comes by the pipe, in pieces. */
    readonly input?: readonly (string | Uint8Array)[];
    /** A person would have to type what comes in. */
    readonly typed?: boolean;
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
    out: (text) => void (out += text),
    error: (text) => void (error += text),
    colours: { out: colours, error: colours },
    terminal,
    debug,
    now: () => 1000 * seconds++,
  });
  return { code, out, error };
}
