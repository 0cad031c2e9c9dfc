import { memoryHost } from '../../../generator/host/memory.js';
import { runCli } from '../../../generator/cli/run.js';

/** A mock that a test has started with the command. */
export interface StartedMock {
  /** Such as `http://127.0.0.1:40123`. */
  readonly address: string;
  /** What the command has printed. */
  output(): string;
  errors(): string;
  /** Resolves when the results contain a text. */
  printed(text: string): Promise<void>;
  /** Stops it as Ctrl-C does, and returns the exit code. */
  stop(): Promise<number>;
}

/** Runs `tallystick mock` on files in memory, on a free port of the loopback interface. */
export async function startMockOf(
  files: Readonly<Record<string, string>>,
  ...flags: readonly string[]
): Promise<StartedMock> {
  let [out, error] = ['', ''];
  const waiting: { readonly text: string; resolve(): void }[] = [];
  const show = (text: string): void => {
    out += text;
    for (const each of waiting) if (out.includes(each.text)) each.resolve();
  };
  const printed = async (text: string): Promise<void> => {
    if (out.includes(text)) return;
    await new Promise<void>((resolve) => waiting.push({ text, resolve }));
  };
  let end: (() => void) | undefined;
  const code = runCli(['mock', ...Object.keys(files), '--port', '0', ...flags], {
    host: memoryHost(files),
    async *input() {},
    out: show,
    error: (text) => void (error += text),
    colours: { out: false, error: false },
    terminal: false,
    debug: false,
    onInterrupt: (listener) => (end = listener),
    now: () => 0,
  });
  const failed = code.then((result) => {
    throw new Error(`the mock ended with code ${result}: ${error}`);
  });
  await Promise.race([printed('mock: http'), failed]);
  failed.catch(() => undefined);
  const [, address = ''] = /mock: (\S+)/.exec(out) ?? [];
  return {
    address,
    output: () => out,
    errors: () => error,
    printed,
    async stop() {
      end?.();
      return code;
    },
  };
}
