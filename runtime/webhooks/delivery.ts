/**
 * State of a delivery: `pending` before its first attempt, `processing` during an attempt, `retrying` between attempts,
 * and finally `succeeded` or `failed`.
 */
export type DeliveryState = 'pending' | 'processing' | 'retrying' | 'succeeded' | 'failed';

/**
 * One webhook message for one address, as a store records it. Plain data except for bodies of bytes. Times are
 * milliseconds since the epoch.
 */
export interface Delivery {
  /** Identifier of the delivery, the same for every attempt. */
  readonly id: string;
  /** The `operationId` of the webhook or callback, or `METHOD webhooks/name`. */
  readonly webhook: string;
  /** Address of the receiver. It may contain secrets of the subscriber. */
  readonly url: string;
  /** Arguments of the call, needed to resume the delivery. */
  readonly content: DeliveryContent;
  readonly createdAt: number;
  readonly state: DeliveryState;
  readonly attempts: readonly DeliveryAttempt[];
  /** Time of the next attempt, in the state `retrying`. */
  readonly nextAttemptAt?: number;
}

/** Arguments of a delivery, without the address and without values that concern one process only. */
export interface DeliveryContent {
  readonly input?: unknown;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly cookies?: Readonly<Record<string, unknown>>;
  readonly partHeaders?: object;
  readonly contentType?: string;
}

/** One attempt and its result. Of the response, only the status is recorded. */
export interface DeliveryAttempt {
  /** Number of the attempt, from 1. */
  readonly number: number;
  readonly startedAt: number;
  readonly endedAt: number;
  /**
   * Result of the attempt. `refused`: the sender's `admit` or its transport refused the address. `aborted`: the caller
   * aborted. All others are kinds of outcomes.
   */
  readonly ended:
    | 'success'
    | 'failure'
    | 'undeclared'
    | 'network'
    | 'timeout'
    | 'invalid-request'
    | 'invalid-response'
    | 'refused'
    | 'aborted';
  /** Status code of the response; absent if there was none. */
  readonly status?: number;
  /** Error code of the transport, such as `ECONNREFUSED`. */
  readonly code?: string;
}

/** A delivery with the outcome of its last attempt; `undefined` if there was no attempt. */
export interface Delivered<Outcome> extends Delivery {
  readonly outcome: Outcome | undefined;
}
