/**
 * - `altered`, `gap`: the entry with `number` is not what was stored, or is missing
 * - `locked`: another process uses the journal
 * - `driver`: the driver of the database is not installed
 * - `version`: another release wrote it
 * - `lost`: the process is no longer the leader
 * - `credentials`, `unreachable`: the database rejects the user or its rights, or does not respond
 * - `failed`: the database failed
 * - `closed`: it was closed
 */
export type JournalErrorCode =
  | 'altered'
  | 'gap'
  | 'locked'
  | 'driver'
  | 'version'
  | 'lost'
  | 'credentials'
  | 'unreachable'
  | 'failed'
  | 'closed';

/** An error of the journal. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
  readonly code: JournalErrorCode;
  /** Number of the entry in question. */
  readonly number: number | undefined;

  constructor(
    code: JournalErrorCode,
    message: string,
    { number, cause }: { readonly number?: number; readonly cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
    this.number = number;
  }
}
