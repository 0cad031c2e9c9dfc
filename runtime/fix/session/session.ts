import type { FixMessage, FixOtherField } from '../message/codec.js';
import type { FixHeader, FixHeaderFields } from '../message/header.js';
import type { StoredPart } from './sequence/replay.js';

/**
 * One side of a FIX session as a pure state machine. Inputs are
 * bytes, clock ticks and application messages; outputs are effects.
 *
 * It has no sockets and no clock, so tests run without waiting. `now` is always in milliseconds since the epoch. Each
 * call returns the effects to carry out, in order. The returned list is valid until the next call.
 */
export interface FixSession<Message extends FixMessage = FixMessage> {
  readonly phase: FixPhase;
  /** Number of the next outgoing message. */
  readonly nextOutgoing: number;
  /** Number expected of the peer. */
  readonly nextIncoming: number;
  /** Reports that the connection is open. The initiator logs on; the acceptor waits for a Logon (A). */
  connected(now: number): readonly FixEffect<Message>[];
  /** Processes bytes from the peer, split at any position. They must not change afterwards. */
  receive(bytes: Uint8Array, now: number): readonly FixEffect<Message>[];
  /** Reports the flow of the connection from now on. A new connection flows freely. */
  flow(flow: FixFlow, now: number): readonly FixEffect<Message>[];
  /** Reports that the time requested by a `timer` effect has come. Early and late calls are harmless. */
  tick(now: number): readonly FixEffect<Message>[];
  /** Reports that the connection is closed. */
  disconnected(now: number): readonly FixEffect<Message>[];
  /**
   * Sends an application message, which the session numbers and stores.
   *
   * @throws {FixSessionError} `not-logged-on` before Logon (A) and after Logout (5).
   * @throws {FixEncodeError} for a message that does not match its description.
   */
  send(message: Message, now: number, header?: FixHeaderFields): readonly FixEffect<Message>[];
  /**
   * Rejects a received application message with a BusinessMessageReject (j), or a Reject (3) in versions without it.
   *
   * @throws {FixSessionError} `not-logged-on`.
   */
  refuse(refusal: FixBusinessRefusal, now: number): readonly FixEffect<Message>[];
  /**
   * Resets both sequence numbers to 1 within the session, by a Logon (A) with ResetSeqNumFlag (141=Y).
   *
   * @throws {FixSessionError} `not-logged-on`; `usage` if the version has no such flag or the description refuses it.
   */
  reset(now: number): readonly FixEffect<Message>[];
  /** Ends the session with a Logout (5). If there is no open session, closes the connection. */
  logout(text: string | undefined, now: number): readonly FixEffect<Message>[];
  /** Response to a `sign` effect: additional fields of the Logon (A), such as a signature. */
  signed(fields: readonly FixOtherField[], now: number): readonly FixEffect<Message>[];
  /**
   * Response to a `judge` effect: `undefined` if the peer may log on, otherwise the text of the Logout (5).
   * `correlationId` identifies the refusal. Default: a new identifier.
   */
  judged(
    refusal: string | undefined,
    now: number,
    correlationId?: string,
  ): readonly FixEffect<Message>[];
  /**
   * Loads the numbers from the store if they are unknown: before the first connection, and after a failed commit. Not
   * needed for a synchronous store.
   */
  load(): void | Promise<void>;
  /** Response to a `read` effect. */
  stored(part: FixStoredPart, now: number): readonly FixEffect<Message>[];
  /**
   * Encodes a message that will be numbered and sent when the message that it answers has been processed.
   *
   * @throws {FixEncodeError} for a message that does not match its description.
   */
  prepare(message: Message, now: number, header?: FixHeaderFields): FixPrepared;
  /**
   * Records that the program has processed a message. Must be called in the order of delivery.
   *
   * The message's number and those of its replies are committed together; then the replies are sent. Messages that have
   * not been processed when the process ends are requested again by the next session on the same store.
   */
  delivered(
    receipt: FixReceipt,
    now: number,
    answers?: readonly FixPrepared[],
  ): readonly FixEffect<Message>[];
  /**
   * Like {@link delivered}, within a transaction of the program that stays open until {@link settled}. `written`
   * resolves when the store has written the change.
   */
  deliveredWithin(
    receipt: FixReceipt,
    now: number,
    answers: readonly FixPrepared[],
    transaction: unknown,
  ): {
    readonly effects: readonly FixEffect<Message>[];
    readonly written: Promise<void> | undefined;
  };
  /** Reports the end of the program's transaction. After a failure, everything in it is discarded. */
  settled(failure: { readonly error: unknown } | undefined): void;
  /**
   * True if a delivered message will be received again, because a
   * commit has failed since. The program must not process it then.
   */
  isLost(receipt: FixReceipt): boolean;
  /** True if the session's numbers have been loaded from the store. */
  readonly isLoaded: boolean;
  /** True if a commit survives the end of the process before its promise resolves. */
  readonly isKeptOnReturn: boolean;
}

/** An encoded message, or a rejection, without a number. */
export type FixPrepared =
  | {
      readonly kind: 'message';
      readonly msgType: string;
      readonly header: FixHeaderFields | undefined;
      /** Encoded fields of the body. */
      readonly body: Uint8Array;
    }
  | { readonly kind: 'refusal'; readonly refusal: FixBusinessRefusal };

/** State of a connection's flow. */
export interface FixFlow {
  /** True if reading is paused because the program is busy. The peer is then not responsible for silence. */
  readonly isHeld: boolean;
  /** True if written data is not sent because the peer does not read. Resending then pauses. */
  readonly isFull: boolean;
}

/** Phase of a session. */
export type FixPhase =
  /** There is no connection. */
  | 'closed'
  /** The acceptor is waiting for a Logon (A). */
  | 'waiting'
  /** The acceptor's program is verifying a Logon (A). */
  | 'judging'
  /** The initiator's program is creating its credentials. */
  | 'signing'
  /** The initiator has sent its Logon (A). */
  | 'logging-on'
  | 'open'
  /** A Logout (5) was sent, and the peer's is awaited. */
  | 'leaving'
  /** The connection is about to be closed; nothing more is read. */
  | 'ended';

/** An action that the session requires. */
export type FixEffect<Message extends FixMessage = FixMessage> =
  /**
   * Delay all following writes and disconnects, including those of later calls, until the promise resolves. If it
   * rejects, close the connection.
   */
  | { readonly kind: 'commit'; readonly done: Promise<void> }
  | { readonly kind: 'write'; readonly bytes: Uint8Array }
  /**
   * The store is reading messages to resend. Pass the result to `stored`. If the promise rejects, close the connection.
   */
  | { readonly kind: 'read'; readonly done: Promise<FixStoredPart> }
  /** Call `tick` at this time. Replaces the previous timer. */
  | { readonly kind: 'timer'; readonly at: number | undefined }
  /** Close the connection after sending all written data. */
  | { readonly kind: 'disconnect'; readonly reason: FixDisconnectReason; readonly text?: string }
  /** The session is open. */
  | { readonly kind: 'logon'; readonly heartBtInt: number }
  /** The peer has sent a Logout (5), possibly in response to ours. */
  | { readonly kind: 'logout'; readonly text: string | undefined }
  /** An application message, in sequence. Call `delivered(receipt)` when the program has processed it. */
  | {
      readonly kind: 'message';
      readonly message: Message;
      readonly header: FixHeader;
      readonly receipt: FixReceipt;
    }
  /**
   * The peer has rejected a sent message, with a Reject (3) or a BusinessMessageReject (j). The latter is also
   * delivered as a message.
   */
  | { readonly kind: 'rejected'; readonly rejection: FixRejection }
  /** Create the credentials of this side. `field` reads the Logon (A) to be signed. Respond with `signed`. */
  | { readonly kind: 'sign'; readonly field: FixFieldOf }
  /** Verify the credentials of the peer. Respond with `judged`. */
  | { readonly kind: 'judge'; readonly message: Message; readonly field: FixFieldOf }
  /**
   * An entry for the log. It never contains credentials. `correlationId` is the identifier of an error, with which the
   * Text (58) that the peer receives ends.
   */
  | {
      readonly kind: 'notice';
      readonly code: FixNotice;
      readonly text: string;
      readonly correlationId?: string;
    };

/** A part of the messages to be resent. */
export type FixStoredPart = StoredPart;

/** Reads a field of one message by its tag. */
export type FixFieldOf = (tag: number) => string | undefined;

/** Identifies a delivered message. */
export interface FixReceipt {
  /** MsgSeqNum (34). */
  readonly sequence: number;
  /** Number of times that the sequence numbers had been reset. */
  readonly era: number;
}

/** Reason for closing the connection. */
export type FixDisconnectReason =
  /** Both sides have sent a Logout (5). */
  | 'logout'
  /** The first message was not a valid Logon (A). No response is sent. */
  | 'logon-refused'
  | 'logon-timeout'
  /** The peer did not answer the Logout (5) in time. */
  | 'logout-timeout'
  /** The peer was silent for too long. */
  | 'silence'
  /** MsgSeqNum (34) was lower than expected. */
  | 'sequence'
  /** The peer violated the session protocol in a way that cannot be answered. */
  | 'protocol'
  /** The peer exceeded the rate limit. */
  | 'rate';

/** Code of an entry for the log. */
export type FixNotice =
  | 'garbled'
  | 'gap'
  | 'gap-filled'
  | 'duplicate'
  | 'rejected'
  | 'resend'
  | 'reset'
  | 'test-request'
  | 'refused'
  | 'dropped'
  | 'scheduled'
  | 'crowded';

/** Content of a BusinessMessageReject (j). */
export interface FixBusinessRefusal {
  /** RefMsgType (372) as on the wire. */
  readonly refMsgType: string;
  /** RefSeqNum (45). */
  readonly refSeqNum?: number;
  /** BusinessRejectRefID (379). */
  readonly refId?: string;
  /** BusinessRejectReason (380). */
  readonly reason: number;
  /** Text (58). For reason 3, the default is the usual text of the version. */
  readonly text?: string;
  /** Identifier at the end of the text. */
  readonly correlationId?: string;
}

/** Reason for which the peer rejected a message. */
export interface FixRejection {
  /** RefSeqNum (45): number of the rejected message. */
  readonly refSeqNum: number | undefined;
  /** RefMsgType (372). */
  readonly refMsgType: string | undefined;
  /** RefTagID (371). */
  readonly refTag: number | undefined;
  /** SessionRejectReason (373) of a Reject (3), or BusinessRejectReason (380) of a BusinessMessageReject (j). */
  readonly reason: number | undefined;
  readonly text: string | undefined;
  readonly level: 'session' | 'business';
}

/** Reason for which a call to a session is invalid. */
export type FixSessionErrorCode = 'not-logged-on' | 'usage';

/** Thrown for a call that the session cannot carry out in its current state. */
export class FixSessionError extends Error {
  override readonly name = 'FixSessionError';
  readonly code: FixSessionErrorCode;

  constructor(code: FixSessionErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
