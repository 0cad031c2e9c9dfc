/**
 * Where a delivery stands: `pending` before its first attempt, `processing` during one, `retrying` between two, and in the end
 * `succeeded` or `failed`.
 */
export type DeliveryState = 'pending' | 'processing' | 'retrying' | 'succeeded' | 'failed';

/** One webhook on its way to one address: what a store keeps. Plain data, but for bodies that are bytes. Times are milliseconds since the epoch. */
export interface Delivery {
  /** The same for every attempt. */
  readonly id: string;
  /** The `operationId` of the webhook or callback, or `METHOD webhooks/name`. */
  readonly webhook: string;
  /** Where it goes. Addresses may hold secrets of those who gave them. */
  readonly url: string;
  /** What it was called with, so that it can be taken up again. */
  readonly content: DeliveryContent;
  readonly createdAt: number;
  readonly state: DeliveryState;
  readonly attempts: readonly DeliveryAttempt[];
  /** When the next attempt is due, while it is `retrying`. */
  readonly nextAttemptAt?: number;
}

/** The arguments of a delivery, but for the address and what only concerns one process. */
export interface DeliveryContent {
  readonly input?: unknown;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly cookies?: Readonly<Record<string, unknown>>;
  readonly partHeaders?: object;
  readonly contentType?: string;
}

/** One attempt, and how it ended. Nothing of the response is kept but its status. */
export interface DeliveryAttempt {
  /** From 1. */
  readonly number: number;
  readonly startedAt: number;
  readonly endedAt: number;
  /** `refused`: the sender's own `admit`, or its transport, did not let it go there. `aborted`: the caller gave it up. Otherwise the kind of the outcome. */
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
  /** Absent where no response came. */
  readonly status?: number;
  /** The transport's code where it failed: `ECONNREFUSED`, say. */
  readonly code?: string;
}

/** A delivery, and how its last attempt ended; `undefined` where no attempt was made. */
export interface Delivered<Outcome> extends Delivery {
  readonly outcome: Outcome | undefined;
}
