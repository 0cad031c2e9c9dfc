import type { FixRejection } from '../session/session.js';

/** Reason for an error of a session. */
export type FixErrorCode =
  /** There is no open session to send on. */
  | 'not-logged-on'
  /** The peer rejected the message; `rejection` contains the details. */
  | 'rejected'
  /** No reply arrived in time. */
  | 'timeout'
  /** The session was closed by this side, or began again with other numbers before the reply: whether the request had an effect is unknown. */
  | 'closed'
  /** The connection could not be opened. */
  | 'unreachable'
  /** The options, or the arguments of a call, are invalid. */
  | 'usage';

/** Base class of all errors of a session. Messages never contain credentials. */
export class FixError extends Error {
  override readonly name = 'FixError';
  readonly code: FixErrorCode;
  readonly rejection: FixRejection | undefined;

  constructor(
    code: FixErrorCode,
    message: string,
    options: ErrorOptions & { readonly rejection?: FixRejection } = {},
  ) {
    super(message, options);
    this.code = code;
    this.rejection = options.rejection;
  }
}
