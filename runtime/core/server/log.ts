import type { Violation } from '../check.js';
import type { FaultName } from '../descriptor.js';
import { quietly } from '../quietly.js';

/** What a server says to its `log` hook. No credential, header, body or raw target is ever part of it. */
export interface LogEntry {
  /** A stable code: `unknown-path`, `token-expired`, `handler-failed`. */
  readonly reason: string;
  readonly method: string;
  /** Id of the operation; absent where none was found. */
  readonly operation?: string;
  /** The fault that was answered; absent for a remark about a request that went on. */
  readonly fault?: FaultName;
  readonly status?: number;
  /** The scheme whose verifier refused. */
  readonly scheme?: string;
  /** Of an answer that is not what the description says. */
  readonly violations?: readonly Violation[];
  /** What a handler, a verifier, a store or a hook threw. */
  readonly cause?: unknown;
}

/** Calls the hook; its own failure changes nothing. */
export function report(log: ((entry: LogEntry) => void) | undefined, entry: LogEntry): void {
  quietly(() => log?.(entry));
}
