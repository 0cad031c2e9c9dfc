import type { DiagnosticPages } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { plain, type Paint } from '../core/render-diagnostics.js';
import type { Progress } from '../pipeline/request.js';

/** The environment of a command. */
export interface Console {
  readonly host: Host;
  /** The standard input. */
  readonly input: () => AsyncIterable<Uint8Array>;
  /** True if standard input is a terminal. */
  readonly isInputTyped?: boolean;
  /** Prints results. */
  readonly out: (text: string) => void;
  /** True if the reader of the results has closed the stream. A command that reads without end then stops. */
  readonly isOutClosed?: () => boolean;
  /** Prints diagnostics, progress and errors. */
  readonly error: (text: string) => void;
  /** Pages about the codes of diagnostics; absent if they are not installed. */
  readonly pages?: DiagnosticPages;
  readonly colours: { readonly out: boolean; readonly error: boolean };
  /** True if progress can be displayed. */
  readonly terminal: boolean;
  /** True if internal errors are printed with their stack. */
  readonly debug: boolean;
  /** Called before each step of a run. */
  readonly onStep?: () => void;
  /** Calls a listener when the user asks the program to end, with Ctrl-C. Absent if nobody can. */
  readonly onInterrupt?: (listener: () => void) => void;
  /** Today's date in UTC: `2026-11-28`. Absent if it is unknown. */
  readonly today?: () => string;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/** Exit code: 0 for success, 1 for errors in a description or pending changes, 2 for incorrect usage. */
export type ExitCode = 0 | 1 | 2;

/** Incorrect use of the command line. The message includes a correction. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const sequences: Readonly<Record<Parameters<Paint>[0], readonly [number, number]>> = {
  error: [31, 39],
  warning: [33, 39],
  place: [36, 39],
  quiet: [2, 22],
  strong: [1, 22],
};

/** Returns a style function with ANSI colours, or one without effect. */
export function paintFor(colours: boolean): Paint {
  if (!colours) return plain;
  return (style, text) => {
    const [on, off] = sequences[style];
    return `\u001b[${on}m${text}\u001b[${off}m`;
  };
}

/** Delay before progress is displayed, in milliseconds. Shorter runs print nothing. */
const displayDelay = 400;

const steps: Readonly<Record<Progress['step'], string>> = {
  read: 'reading',
  lint: 'linting',
  plan: 'planning',
  emit: 'generating',
  verify: 'verifying',
  compare: 'comparing',
  write: 'writing',
};

/** Displays the current step of a long run on one line of the terminal, unless it is to be quiet, and clears it at the end. */
export function showProgress(
  console: Console,
  quiet = false,
): { show(progress: Progress): void; clear(): void } {
  const started = console.now();
  let shown = false;
  const show = (progress: Progress): void => {
    console.onStep?.();
    if (quiet || !console.terminal || console.now() - started < displayDelay) return;
    console.error(`\r\u001b[K${steps[progress.step]} ${progress.package} …`);
    shown = true;
  };
  const clear = (): void => {
    if (shown) console.error('\r\u001b[K');
    shown = false;
  };
  return { show, clear };
}
