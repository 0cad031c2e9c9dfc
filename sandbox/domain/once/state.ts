import { Table } from '../tables.js';
import type { Instant } from '../time.js';

/** The stored response of a request with an idempotency key. */
export interface StoredResponse {
  /** Digest of caller, method, path and key. */
  readonly name: string;
  /** Digest of the payload. */
  readonly digest: string;
  readonly status: number;
  /** Header lines: name, value, name, value. */
  readonly headers: readonly string[];
  /** The body as text; `null` if there is none. */
  readonly body: string | null;
  readonly until: Instant;
}

/** State of the subject `once`. */
export interface OnceState {
  readonly responses: Table<StoredResponse>;
}

export function createOnce(): OnceState {
  return { responses: new Table<StoredResponse>() };
}
