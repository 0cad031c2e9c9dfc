import type { OperationDescriptor } from './descriptor.js';
import { errorDetails } from './error-details.js';
import { printable } from './printable.js';
import { toldWaits } from './told-waits.js';
import type { WireResponse } from './wire.js';

/** What every outcome other than success has in common. */
export interface FailedOutcome {
  readonly kind: string;
  readonly ok: false;
  readonly status?: number;
}

/**
 * Thrown by every call that did not succeed. `outcome` is what `.result` would have returned.
 *
 * Printing it shows the operation, the status and a sentence, never the outcome, whose response may hold anything.
 */
export class ApiError<Outcome = FailedOutcome> extends Error {
  override readonly name = 'ApiError';
  /** Of the operation that was called. */
  declare readonly operation: string;
  /** The code in the response's body where the description says which member has it; else the outcome's kind. */
  declare readonly code: string;
  /** `undefined` where no response came. */
  declare readonly status: number | undefined;
  /** Milliseconds after which the server wants to be asked again (`Retry-After`); `undefined` where it does not say. */
  declare readonly retryAfter: number | undefined;
  readonly #outcome: Outcome;

  /** `redactor` knows the secrets of this call, which a server may have repeated in its words. */
  constructor(
    operation: Pick<OperationDescriptor, 'id'>,
    outcome: Outcome & FailedOutcome,
    redactor?: { text(text: string): string },
  ) {
    const { id } = operation;
    const { status } = outcome;
    const clean = (text: string): string => redactor?.text(text) ?? text;
    // Cut last: of a secret that is cut, nobody can tell that it was one.
    const { code, message } = errorDetails(outcome, (text) => printable(clean(text)));
    const wait = retryAfterOf(outcome);
    const asked = wait === undefined ? '' : `; the server asks to wait ${Math.ceil(wait / 1000)} s`;
    super(`${id}:${status === undefined ? '' : ` ${status}`} ${clean(message)}${asked}`);
    this.operation = id;
    this.code = clean(code);
    this.status = status;
    this.retryAfter = wait;
    this.#outcome = outcome;
  }

  /** How the call ended. */
  get outcome(): Outcome {
    return this.#outcome;
  }

  /** What a log may have of it. */
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

function retryAfterOf(outcome: FailedOutcome): number | undefined {
  const { response } = outcome as { readonly response?: Pick<WireResponse, 'headers'> };
  return response && toldWaits.get(response.headers);
}

/** Whether an error says how a call of this operation ended. */
export function isErrorOf(
  { id }: Pick<OperationDescriptor, 'id'>,
  error: unknown,
): error is ApiError<unknown> {
  return error instanceof ApiError && error.operation === id;
}

/** Thrown where a client is made with options that can not work. Messages never hold credentials. */
export class ClientOptionsError extends Error {
  override readonly name = 'ClientOptionsError';
  readonly code: 'invalid-client-options' = 'invalid-client-options';
}

/** Why no response came, as `NetworkFailure.cause`: what is known of the transport's error, without its secrets. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  /** The transport's own code, such as `ECONNREFUSED`; `unknown` where it gave none. */
  declare readonly code: string;
  /** The name of the original error. */
  declare readonly original: string;

  constructor(message: string, code: string, original: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.original = original;
  }
}
