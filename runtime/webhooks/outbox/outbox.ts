import type { Awaitable } from '../../core/server/options.js';
import type { Delivery, DeliveryState } from '../delivery.js';

/**
 * Deliveries that wait to be sent, shared by any number of processes. Each method must be atomic.
 *
 * A claimed delivery is leased: the lease is renewed while the delivery is being sent, and another worker may claim the delivery
 * after it has expired. Every delivery is therefore sent at least once, with the same id in every attempt.
 *
 * Times are milliseconds since the epoch. A store with a clock of its own uses their differences from `now`.
 */
export interface Outbox<Transaction = unknown> {
  /**
   * Stores deliveries in the given order. A delivery whose id is stored already is ignored.
   *
   * @param transaction the program's transaction on the same database. The deliveries are sent if and when it commits.
   */
  enqueue(entries: readonly OutboxEntry[], transaction?: Transaction): Awaitable<void>;
  /**
   * Claims due deliveries, oldest first per receiver. Of deliveries with the same `order`, only the first unfinished one is
   * claimed, and only if none of them is being sent: a dead letter that is made due again returns to its place.
   */
  claim(request: OutboxClaim): Awaitable<readonly Delivery[]>;
  /** Extends the leases of claimed deliveries. Returns the ids of those that this claim no longer holds. */
  renew(
    ids: readonly string[],
    claim: string,
    lease: Pick<OutboxClaim, 'now' | 'leaseUntil'>,
  ): Awaitable<readonly string[]>;
  /**
   * Stores the result of an attempt and ends the claim. Returns false, and stores nothing, if the claim expired and another one
   * was made. A delivery in the state `retrying` is due at `nextAttemptAt`, one in the state `pending` immediately. `failed`
   * deliveries are kept as dead letters.
   */
  settle(delivery: Delivery, claim: string, now: number): Awaitable<boolean>;
  /** Lists deliveries, oldest first. */
  list(filter?: OutboxFilter): Awaitable<readonly Delivery[]>;
  /** Makes dead letters due again, with the number of their attempts reset to 0. Returns their number. */
  redrive(filter: RedriveFilter, now: number): Awaitable<number>;
  stats(now: number): Awaitable<OutboxStats>;
}

/** A delivery to be sent. */
export interface OutboxEntry {
  readonly delivery: Delivery;
  /** Receiver whose concurrent deliveries are limited together. */
  readonly receiver: string;
  /**
   * Deliveries with the same text are sent one after the other, in the order in which they were stored. One that becomes a dead
   * letter no longer holds up its successors.
   */
  readonly order?: string;
}

/** Request for due deliveries. */
export interface OutboxClaim {
  /** Identifies the worker. */
  readonly claim: string;
  readonly now: number;
  readonly leaseUntil: number;
  /** Maximum number of deliveries to claim. */
  readonly limit: number;
  /** Maximum number of deliveries that all workers together send to one receiver at the same time. */
  readonly perReceiver: number;
  /** Maximum number of deliveries that all workers together send at the same time. */
  readonly total: number;
}

/** Selects deliveries to list. */
export interface OutboxFilter {
  readonly state?: DeliveryState;
  readonly receiver?: string;
  /** Only deliveries after the one with this id, for the next page. */
  readonly after?: string;
  /** Maximum number of deliveries. Default: 100. */
  readonly limit?: number;
}

/** Selects dead letters: those with these ids, of this receiver, or all. */
export interface RedriveFilter {
  readonly ids?: readonly string[];
  readonly receiver?: string;
}

/** Numbers of stored deliveries. */
export interface OutboxStats {
  /** Deliveries that wait for an attempt, including those that are not due. */
  readonly waiting: number;
  readonly due: number;
  /** Claimed deliveries. */
  readonly running: number;
  /** Dead letters. */
  readonly dead: number;
  /** Time in milliseconds for which the oldest due delivery has been due; 0 if none is. */
  readonly lag: number;
}
