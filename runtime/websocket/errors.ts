/** Reason for an error of a feed. */
export type FeedErrorCode =
  /** The feed replied to a request with an error; `message` is the feed's. */
  | 'refused'
  /** No reply arrived in time. */
  | 'timeout'
  /** The connection could not be opened within the allowed number of attempts. */
  | 'unreachable'
  /** The feed or the subscription was closed. */
  | 'closed'
  /** A queue with the policy to fail was full. */
  | 'overflow'
  /** A channel requires credentials, but none were given or they could not be created. */
  | 'credentials'
  /** The options, or the arguments of a call, are invalid. */
  | 'usage';

/** Base class of all errors of a feed. Messages never contain credentials. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
  readonly code: FeedErrorCode;
  /** The feed's error message, if there is one. */
  readonly answer: unknown;
  /** HTTP status of the response to a refused upgrade, if the adapter can see it. */
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

/** Creates the error of an adapter whose upgrade request received an ordinary HTTP response. */
export function refusedUpgrade(status: number): FeedError {
  return new FeedError('unreachable', `The connection was refused with status ${status}`, {
    status,
  });
}
