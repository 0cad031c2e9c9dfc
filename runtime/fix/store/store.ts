/**
 * Durable state of one session: both sequence numbers, and the sent messages, so that they can be resent.
 *
 * An open store owns its session exclusively: no other process, and no other part of this one, can open it until it is
 * closed or its owner has ended.
 *
 * All functions may return synchronously or return a promise. The session continues in the meantime, but no message is
 * sent before the commit that it depends on.
 */
export interface FixStore {
  /** Number of the next outgoing message, as committed. At least 1; valid after `load`. */
  readonly nextOutgoing: number;
  /** Number expected of the peer, as committed. At least 1; valid after `load`. */
  readonly nextIncoming: number;
  /**
   * True if a change survives the end of the process as soon as `commit` returns, so
   * that the promise only adds safety against a loss of power. If false, the next
   * message of the peer is processed after the promise has resolved. Default: false.
   */
  readonly isKeptOnReturn?: boolean;
  /**
   * Reads both numbers and verifies the ownership of the session. Called before the first Logon (A), and before the
   * next one after a failed commit. No commit is in progress then.
   *
   * @throws {FixStoreError} `lost` if another owner has taken over the session.
   */
  load(): void | Promise<void>;
  /**
   * Makes a change durable, completely or not at all.
   *
   * Changes take effect in the order of the calls. If one fails, all later ones in progress fail too, and the next call
   * is `load`. Several calls may share one write to the medium.
   *
   * With a `transaction`, which is an object of the program's database, the change becomes part of it: it becomes
   * durable when the program commits, and is discarded when the program rolls back. The promise then resolves when the
   * change has been written. Nothing else is committed until the program has finished the transaction. Earlier commits
   * may still be in progress: if they cannot be completed before the transaction ends, the change must not wait for
   * them, and contains them as well.
   *
   * @throws {FixStoreError} `lost` if another owner has taken over the session; or the error of the medium.
   */
  commit(change: FixChange, transaction?: unknown): void | Promise<void>;
  /**
   * Sent messages with numbers from `from` to `to`, inclusive, in order; at most `limit` of them. Numbers without a
   * message are skipped. Changes whose commit is in progress are visible.
   */
  read(
    from: number,
    to: number,
    limit: number,
  ): readonly FixStoredMessage[] | Promise<readonly FixStoredMessage[]>;
  /** Completes the commits in progress and releases the session for another owner. Nothing is called afterwards. */
  close(): void | Promise<void>;
}

/** The content of one commit. */
export interface FixChange {
  /** True if all earlier messages are discarded first. */
  readonly isReset: boolean;
  /** Number of the next outgoing message. */
  readonly nextOutgoing: number;
  /** Number expected of the peer. */
  readonly nextIncoming: number;
  /** Sent application messages, in order. Administrative messages have numbers too, but are never resent. */
  readonly messages: readonly FixStoredMessage[];
}

/** A sent message, whose bytes never change. */
export type FixStoredMessage = readonly [sequence: number, bytes: Uint8Array];

/** Storage of many sessions, one for each pair of CompIDs. */
export interface FixStores {
  /**
   * Opens a session for this owner, or creates it.
   *
   * @throws {FixStoreError} `in-use` if another owner has it open.
   */
  (identity: FixStoreIdentity): FixStore | Promise<FixStore>;
  /** Lists the stored sessions, including those that are open elsewhere. */
  list(): readonly FixStoredSession[] | Promise<readonly FixStoredSession[]>;
}

/** Identity of a session, from the peer's point of view, as in its Logon (A). */
export interface FixStoreIdentity {
  readonly beginString: string;
  /** SenderCompID (49). */
  readonly senderCompId: string;
  /** TargetCompID (56). */
  readonly targetCompId: string;
}

/** State of a session in a list. */
export interface FixStoredSession {
  readonly identity: FixStoreIdentity;
  readonly nextOutgoing: number;
  readonly nextIncoming: number;
}

/** Reason for an error of a store. */
export type FixStoreErrorCode =
  /** Another owner has the session open. */
  | 'in-use'
  /** Another owner has taken over the session. */
  | 'lost'
  /** The stored data cannot be read. */
  | 'damaged'
  /** The store has been closed. */
  | 'closed'
  /** The store does not support transactions of the program. */
  | 'unsupported';

/** Thrown if a store cannot be used. */
export class FixStoreError extends Error {
  override readonly name = 'FixStoreError';
  readonly code: FixStoreErrorCode;

  constructor(code: FixStoreErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
