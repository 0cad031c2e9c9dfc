import type { Host } from '../core/host.js';
import { plain, type Paint } from '../core/render-diagnostics.js';

/** What a command may reach of the world around it. */
export interface Console {
  readonly host: Host;
  /** What comes in by a pipe, or is typed. */
  readonly input: () => AsyncIterable<Uint8Array>;
  /** Whether a person would have to type what comes in. */
  readonly isInputTyped?: boolean;
  /** What was asked for: results. */
  readonly out: (text: string) => void;
  /** Whether results go nowhere any more, so that a command that never ends by itself may stop. */
  readonly isOutClosed?: () => boolean;
  /** Everything said about it: diagnostics, progress, mistakes. */
  readonly error: (text: string) => void;
  readonly colours: { readonly out: boolean; readonly error: boolean };
  /** Whether somebody watches, so that progress is of use. */
  readonly terminal: boolean;
  /** Whether a fault of ours shows its stack. */
  readonly debug: boolean;
  /** Is told before each step of a run. */
  readonly onStep?: () => void;
  /** Milliseconds on a clock that only goes forward. */
  readonly now: () => number;
}

/** How a command ended: 0 done, 1 diagnostics with errors or changes to make, 2 wrong usage. */
export type ExitCode = 0 | 1 | 2;

/** A way of using the command line that makes no sense; its message says what would. */
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

/** ANSI colours, or none. */
export function paintFor(colours: boolean): Paint {
  if (!colours) return plain;
  return (style, text) => {
    const [on, off] = sequences[style];
    return `\u001b[${on}m${text}\u001b[${off}m`;
  };
}
