import type { OperationDescriptor } from './descriptor.js';
import { errorDetails, singleLine } from './error-details.js';
import type { WireResponse } from './wire.js';

/** Properties that every outcome other than success has. */
export interface FailedOutcome {
  readonly kind: string;
  readonly ok: false;
  readonly status?: number | undefined;
}

/**
 * Thrown by every call that does not succeed. `outcome` is the value that `.result` would have returned.
 *
 * Printing the error shows the operation, the status and a sentence. It never shows the outcome, because a response may
 * contain confidential data.
 */
export class ApiError<Outcome = FailedOutcome> extends Error {
  override readonly name = 'ApiError';
  /** Id of the operation that was called. */
  declare readonly operation: string;
  /** Error code from the response body if the description declares its property; otherwise the kind of the outcome. */
  declare readonly code: string;
  /** `undefined` if no response arrived. */
  declare readonly status: number | undefined;
  /** Milliseconds that the server asks to wait before the next attempt (`Retry-After`); `undefined` if it does not. */
  declare readonly retryAfter: number | undefined;
  readonly #outcome: Outcome;

  /** `redactor` removes the secrets of this call, which a server may have repeated in its response. */
  constructor(
    operation: Pick<OperationDescriptor, 'id'>,
    outcome: Outcome & FailedOutcome,
    redactor?: { text(text: string): string },
  ) {
    const { id } = operation;
    const { status } = outcome;
    const clean = (text: string): string => redactor?.text(text) ?? text;
    // Redact before shortening: a truncated secret would not be recognised.
    const { code, message } = errorDetails(outcome, (text) => singleLine(clean(text)));
    const wait = retryAfterOf(outcome);
    const waitHint =
      wait === undefined ? '' : `; the server asks to wait ${Math.ceil(wait / 1000)} s`;
    super(`${id}:${status === undefined ? '' : ` ${status}`} ${clean(message)}${waitHint}`);
    this.operation = id;
    this.code = clean(code);
    this.status = status;
    this.retryAfter = wait;
    this.#outcome = outcome;
  }

  /** The outcome of the call. */
  get outcome(): Outcome {
    return this.#outcome;
  }

  /** The properties that are safe to log. */
  toJSON(): {
    readonly name: string;
    readonly message: string;
    readonly code: string;
    readonly operation: string;
    readonly status: number | undefined;
    readonly retryAfter?: number;
  } {
    const { name, message, code, operation, status, retryAfter } = this;
    const json = { name, message, code, operation, status };
    return retryAfter === undefined ? json : { ...json, retryAfter };
  }
}

/**
 * Milliseconds that servers asked to wait (`Retry-After`), by the headers of their responses. A date in the header is relative
 * to the arrival of the response, which is no longer known when an error is created.
 */
export const requestedWaits: WeakMap<readonly string[], number> = new WeakMap();

function retryAfterOf(outcome: FailedOutcome): number | undefined {
  const { response } = outcome as { readonly response?: Pick<WireResponse, 'headers'> };
  return response && requestedWaits.get(response.headers);
}

/** True if the error is an {@link ApiError} of this operation. */
export function isErrorOf(
  { id }: Pick<OperationDescriptor, 'id'>,
  error: unknown,
): error is ApiError<unknown> {
  return error instanceof ApiError && error.operation === id;
}

/** Thrown if a client is created with invalid options. The message never contains credentials. */
export class ClientOptionsError extends Error {
  override readonly name = 'ClientOptionsError';
  readonly code: 'invalid-client-options' = 'invalid-client-options';
}

/** Cause of a `NetworkFailure`: name, code and message of the transport's error, without secrets. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  /** Error code of the transport, such as `ECONNREFUSED`; `unknown` if it has none. */
  declare readonly code: string;
  /** Name of the original error. */
  declare readonly original: string;

  constructor(message: string, code: string, original: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.original = original;
  }
}
