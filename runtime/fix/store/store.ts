/**
 * The durable state of one session: both sequence numbers, and what was sent, so that it can be sent again. Whoever has a store open owns
 * its session: no other process, and no other part of this one, opens it until it is closed or its owner has ended.
 *
 * Every function may answer at once or by a promise. A session carries on meanwhile, but no byte leaves before the commit that it depends
 * on is kept.
 */
export interface FixStore {
  /** The number of the next message to the peer, as committed. At least 1; valid once `load` is done. */
  readonly nextOutgoing: number;
  /** The number that is expected of the peer, as committed. At least 1; valid once `load` is done. */
  readonly nextIncoming: number;
  /**
   * Whether a change survives the end of this process as soon as `commit` returns, so that its promise only says that it survives a loss of
   * power, too. Without it the next message of the peer is not handled before the promise is kept. Default no.
   */
  readonly isKeptOnReturn?: boolean;
  /**
   * Reads both numbers, and makes sure that this owner still has the session. Called before the first Logon, and before the next one after
   * a commit has failed; no commit is under way then.
   *
   * @throws {FixStoreError} `lost` where the session has another owner by now
   */
  load(): void | Promise<void>;
  /**
   * Makes a change durable, all of it or nothing. Changes take effect in the order of the calls; where one fails, those behind it that
   * have not been kept fail, too, and the next call is `load`. A call may share one write to the medium with those around it.
   *
   * With a `transaction` (whatever the program's database calls one) the change becomes part of it: it is durable when the program commits, and
   * never was when the program rolls back. The promise then says that it was written. Nothing else is committed until the program
   * is through with it.
   *
   * @throws {FixStoreError} `lost` where the session has another owner by now; whatever the medium throws
   */
  commit(change: FixChange, transaction?: unknown): void | Promise<void>;
  /**
   * The messages that were sent under these numbers, both included, in order, at most `limit` of them. Numbers without a message are passed
   * over. Changes whose commit is under way are seen.
   */
  read(
    from: number,
    to: number,
    limit: number,
  ): readonly FixStoredMessage[] | Promise<readonly FixStoredMessage[]>;
  /** Keeps what is under way, and gives the session up, so that another owner may open it. Nothing is called afterwards. */
  close(): void | Promise<void>;
}

/** What one commit changes. */
export interface FixChange {
  /** Everything that was sent before is forgotten first. */
  readonly isReset: boolean;
  /** The number of the next message to the peer. */
  readonly nextOutgoing: number;
  /** The number that is expected of the peer. */
  readonly nextIncoming: number;
  /** Messages of the application that were sent, in order. Messages of the session take numbers, but are never sent again. */
  readonly messages: readonly FixStoredMessage[];
}

/** A message that was sent, whose bytes never change. */
export type FixStoredMessage = readonly [sequence: number, bytes: Uint8Array];

/** A place that keeps many sessions, one for each pair of CompIDs. */
export interface FixStores {
  /**
   * Opens a session for this owner, and begins one where there is none.
   *
   * @throws {FixStoreError} `in-use` where another owner has it
   */
  (identity: FixStoreIdentity): FixStore | Promise<FixStore>;
  /** The sessions that are kept, whoever has them open. */
  list(): readonly FixStoredSession[] | Promise<readonly FixStoredSession[]>;
}

/** Whose session it is, as the Logon of the peer has it. */
export interface FixStoreIdentity {
  readonly beginString: string;
  /** SenderCompID (49). */
  readonly senderCompId: string;
  /** TargetCompID (56). */
  readonly targetCompId: string;
}

/** A session as a list of them shows it. */
export interface FixStoredSession {
  readonly identity: FixStoreIdentity;
  readonly nextOutgoing: number;
  readonly nextIncoming: number;
}

/** Why a store does not do what it is asked for. */
export type FixStoreErrorCode =
  /** Another owner has the session. */
  | 'in-use'
  /** Another owner has taken the session over. */
  | 'lost'
  /** What is kept cannot be read. */
  | 'damaged'
  /** The store was closed. */
  | 'closed'
  /** The store has no part in transactions of the program. */
  | 'unsupported';

/** A store that cannot be used. */
export class FixStoreError extends Error {
  override readonly name = 'FixStoreError';
  readonly code: FixStoreErrorCode;

  constructor(code: FixStoreErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
