import type { Awaitable } from '../../core/server/options.js';

/**
 * Remembers which deliveries were handled, and which are being handled. Several processes that receive the same deliveries share one. Keys
 * are digests of one length; all times are milliseconds since the epoch.
 *
 * Each method is atomic. A claim is a lease: it is renewed while its handler runs, and another process may take a delivery whose claim
 * has run out.
 */
export interface ReceivedDeliveryStore<Transaction = unknown> {
  /**
   * Claims a delivery that was not handled and is not being handled, or says what became of it. One that was handled is remembered until this
   * claim's `forgetAt`, if that is later.
   */
  claim(key: string, claim: DeliveryClaim): Awaitable<DeliveryClaimResult>;
  /** Extends a claim; false if it ran out and another one was made, or the delivery was handled. */
  renew(key: string, token: string, leaseUntil: number): Awaitable<boolean>;
  /**
   * Records that the delivery was handled; false, and nothing recorded, if the claim ran out and another one was made.
   *
   * @param transaction one of the program's own, on the same database: the record takes effect when it commits, and not if it does not
   */
  complete(
    key: string,
    token: string,
    handled: HandledUntil,
    transaction?: Transaction,
  ): Awaitable<boolean>;
  /** Ends a claim without success: the delivery may be claimed again. Does nothing if it is not this claim's, or was handled. */
  release(key: string, token: string): Awaitable<void>;
  /** Claims that are held, the oldest first. */
  claims(filter?: ClaimFilter): Awaitable<readonly HeldClaim[]>;
}

/** One attempt to handle a delivery. */
export interface DeliveryClaim extends HandledUntil {
  /** Tells this attempt from others. */
  readonly token: string;
  /** Who sends: a store that is bounded lets no sender take the room of another. */
  readonly owner: string;
  readonly now: number;
  /** When the claim runs out unless it is renewed. */
  readonly leaseUntil: number;
}

/** How long a delivery has to be remembered once it was handled. */
export interface HandledUntil {
  /**
   * When it may be forgotten. It grows with the moment up to which the request would be accepted: if a store forgets a delivery
   * before this time, it refuses (`expired`) every unknown delivery that may be forgotten at that time or earlier.
   */
  readonly forgetAt: number;
}

/**
 * `claimed`: go on. `running`: claimed by another attempt, since when. `handled`: it is a repetition. `expired`: the store no longer knows
 * whether it was handled.
 */
export type DeliveryClaimResult =
  | { readonly state: 'claimed' | 'handled' | 'expired' }
  | { readonly state: 'running'; readonly since: number };

/** Which claims to list. */
export interface ClaimFilter {
  /** Only those that were made before this time. */
  readonly before?: number;
  /** Most claims to list. Default 100. */
  readonly limit?: number;
}

/** A claim as it is held. */
export interface HeldClaim {
  readonly key: string;
  readonly owner: string;
  readonly since: number;
  readonly leaseUntil: number;
}
