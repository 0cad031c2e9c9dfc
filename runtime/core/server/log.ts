import type { Violation } from '../check.js';
import type { FaultName } from '../descriptor.js';
import { ignoreErrors } from '../ignore-errors.js';

/** Entry for a server's `log` hook. It never contains credentials, headers, bodies or raw targets. */
export interface LogEntry {
  /** Stable code: `unknown-path`, `token-expired`, `handler-failed`, `unknown-properties`. */
  readonly reason: string;
  readonly method: string;
  /** Id of the operation; absent if none was found. */
  readonly operation?: string;
  /** The fault that was sent; absent if processing continued. */
  readonly fault?: FaultName;
  readonly status?: number;
  /** Identifier of the request, which its errors contain as well. Absent for entries that belong to no request. */
  readonly correlationId?: string;
  /** Scheme whose verifier rejected the request. */
  readonly scheme?: string;
  /** Violations in a response that does not match the description. */
  readonly violations?: readonly Violation[];
  /** Properties of a request body that its description does not declare, at most 20. Neither values nor other names are logged. */
  readonly unknownProperties?: readonly UnknownProperty[];
  /** Error that a handler, a verifier, a store or a hook threw. */
  readonly cause?: unknown;
}

/** A property of a request body that the description does not declare. */
export interface UnknownProperty {
  /** Its location: `body/address/zipp`. */
  readonly path: string;
  /** The declared property that is probably meant: `zip`. */
  readonly meant?: string;
}

/** Calls the hook and ignores its errors. */
export function report(log: ((entry: LogEntry) => void) | undefined, entry: LogEntry): void {
  ignoreErrors(() => log?.(entry));
}
