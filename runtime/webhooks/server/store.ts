import type { Awaitable } from '../../core/server/options.js';

/**
 * Records which deliveries have been handled, and which are being
 * handled. Shared by all processes that receive the same deliveries.
 *
 * Keys are digests of equal length. All times are milliseconds since the epoch. Each method must be atomic.
 *
 * A claim is a lease: it is renewed while its handler runs, and
 * another process may claim the delivery after it has expired.
 */
export interface ReceivedDeliveryStore<Transaction = unknown> {
  /**
   * Claims a delivery that has not been handled and is not being handled, or reports its state. A delivery that has
   * been handled is remembered until this claim's `forgetAt`, if that is later.
   */
  claim(key: string, claim: DeliveryClaim): Awaitable<DeliveryClaimResult>;
  /**
   * Extends a claim. Returns false if the claim expired and another one was made, or if the delivery has been handled.
   */
  renew(key: string, token: string, leaseUntil: number): Awaitable<boolean>;
  /**
   * Records the delivery as handled. Returns false, and records nothing, if the claim expired and another one was made.
   *
   * @param transaction the caller's transaction on the same database. The record takes effect if and when it commits.
   */
  complete(
    key: string,
    token: string,
    handled: HandledUntil,
    transaction?: Transaction,
  ): Awaitable<boolean>;
  /** Gives a claim up without success: the delivery may be claimed again. Does nothing if the claim is no longer current. */
  release(key: string, token: string): Awaitable<void>;
  /** Lists the current claims, oldest first. */
  claims(filter?: ClaimFilter): Awaitable<readonly HeldClaim[]>;
}

/** One attempt to handle a delivery. */
export interface DeliveryClaim extends HandledUntil {
  /** Unique token of this attempt. */
  readonly token: string;
  /** Sender of the delivery. A store with limited capacity must not evict the records of one sender for another. */
  readonly owner: string;
  readonly now: number;
  /** Time at which the claim expires unless it is renewed. */
  readonly leaseUntil: number;
}

/** Retention of a handled delivery. */
export interface HandledUntil {
  /**
   * Time at which the delivery may be forgotten. It grows with the time until which its request would be accepted.
   *
   * If a store forgets a delivery earlier, it must refuse (`expired`)
   * every unknown delivery with the same or an earlier `forgetAt`.
   */
  readonly forgetAt: number;
}

/**
 * Result of a claim.
 *
 * - `claimed`: the caller may handle the delivery.
 * - `running`: another attempt claimed it at the time `since`.
 * - `handled`: it is a repetition.
 * - `expired`: the store no longer knows if it has been handled.
 */
export type DeliveryClaimResult =
  | { readonly state: 'claimed' | 'handled' | 'expired' }
  | { readonly state: 'running'; readonly since: number };

/** Selects the claims to list. */
export interface ClaimFilter {
  /** Lists only claims that were made before this time. */
  readonly before?: number;
  /** Maximum number of claims to list. Default: 100. */
  readonly limit?: number;
}

/** A current claim. */
export interface HeldClaim {
  readonly key: string;
  readonly owner: string;
  readonly since: number;
  readonly leaseUntil: number;
}
