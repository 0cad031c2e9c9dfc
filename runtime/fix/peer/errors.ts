import type { FixRejection } from '../session/session.js';

/** What can go wrong between a program and its session. */
export type FixErrorCode =
  /** There is no session to send on. */
  | 'not-logged-on'
  /** The peer refused the message; `rejection` says how. */
  | 'rejected'
  /** No answer came in time. */
  | 'timeout'
  /** The session was closed by this side. */
  | 'closed'
  /** The connection could not be opened. */
  | 'unreachable'
  /** The options, or the arguments of a call, can not work. */
  | 'usage';

/** Every error of a session. Its message never holds credentials. */
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
