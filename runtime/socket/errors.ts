/** What can go wrong with a feed. */
export type FeedErrorCode =
  /** The feed answered a request with an error; `message` is its own. */
  | 'refused'
  /** No answer came in time. */
  | 'timeout'
  /** The connection could not be opened, as often as it was tried. */
  | 'unreachable'
  /** The feed, or the subscription, was closed. */
  | 'closed'
  /** A queue was full whose policy is to fail. */
  | 'overflow'
  /** A channel wants credentials, and none were given, or they could not be made. */
  | 'credentials'
  /** The options, or the arguments of a call, can not work. */
  | 'usage';

/** Every error of a feed. Its message never holds credentials. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
  readonly code: FeedErrorCode;
  /** The message of the feed that says so, where there is one. */
  readonly answer: unknown;
  /** HTTP status of the response that took the place of an upgrade, if the adapter can see it. */
  readonly status: number | undefined;

  constructor(
    code: FeedErrorCode,
    message: string,
    options: ErrorOptions & { readonly answer?: unknown; readonly status?: number } = {},
  ) {
    super(message, options);
    this.code = code;
    this.answer = options.answer;
    this.status = options.status;
  }
}

/** The error of an adapter whose request to open a connection got an HTTP response instead. */
export function refusedUpgrade(status: number): FeedError {
  return new FeedError('unreachable', `The connection was refused with status ${status}`, {
    status,
  });
}
