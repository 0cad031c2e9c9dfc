import type { FixMessage, FixOtherField } from '../message/codec.js';
import type { FixHeader, FixHeaderFields } from '../message/header.js';
import type { StoredPart } from './replay.js';

/**
 * One side of one FIX session, as a pure state machine: bytes, clock ticks and application messages go in, effects come out. It has no
 * sockets and no time of its own, so that whatever a session does is a test that takes no time. `now` is in milliseconds since the epoch,
 * here and everywhere. Every call returns what is to be done, in order; the answer holds good until the next call.
 */
export interface FixSession<Message extends FixMessage = FixMessage> {
  readonly phase: FixPhase;
  /** The number that the next message to the peer takes. */
  readonly nextOutgoing: number;
  /** The number that is expected of the peer. */
  readonly nextIncoming: number;
  /** The connection is open; the initiator logs on, the acceptor waits for a Logon. */
  connected(now: number): readonly FixEffect<Message>[];
  /** Bytes from the peer, cut anywhere. They must not change afterwards. */
  receive(bytes: Uint8Array, now: number): readonly FixEffect<Message>[];
  /** How the connection flows from now on. A new one flows freely. */
  flow(flow: FixFlow, now: number): readonly FixEffect<Message>[];
  /** The time that a `timer` effect asked for has come. Early or late calls do no harm. */
  tick(now: number): readonly FixEffect<Message>[];
  /** The connection is gone. */
  disconnected(now: number): readonly FixEffect<Message>[];
  /**
   * An application message to send; numbered and kept by the session.
   *
   * @throws {FixSessionError} `not-logged-on` before Logon and after Logout
   * @throws {FixEncodeError} for a message that its description does not allow
   */
  send(message: Message, now: number, header?: FixHeaderFields): readonly FixEffect<Message>[];
  /**
   * Refuses an application message that came (BusinessMessageReject, j; a Reject where the version has none).
   *
   * @throws {FixSessionError} `not-logged-on`
   */
  refuse(refusal: FixBusinessRefusal, now: number): readonly FixEffect<Message>[];
  /**
   * Begins both counters at 1 again in mid-session, by a Logon with ResetSeqNumFlag (141=Y).
   *
   * @throws {FixSessionError} `not-logged-on`; `usage` where the version has no such flag, or the description refuses it
   */
  reset(now: number): readonly FixEffect<Message>[];
  /** Ends the session in order, by Logout. Without a session to end, the connection is cut. */
  logout(text: string | undefined, now: number): readonly FixEffect<Message>[];
  /** The answer to a `sign` effect: fields that the Logon carries beside its own, such as a signature. */
  signed(fields: readonly FixOtherField[], now: number): readonly FixEffect<Message>[];
  /** The answer to a `judge` effect: nothing where the peer may log on, else what the Logout says. */
  judged(refusal: string | undefined, now: number): readonly FixEffect<Message>[];
  /**
   * Asks the store for the numbers of the session, where they are not known: before the first connection, and after a commit has failed.
   * A store that answers at once need not be asked.
   */
  load(): void | Promise<void>;
  /** The answer to a `read` effect. */
  stored(part: FixStoredPart, now: number): readonly FixEffect<Message>[];
  /**
   * Encodes a message that is numbered and sent when the one that it answers was dealt with.
   *
   * @throws {FixEncodeError} for a message that its description does not allow
   */
  prepare(message: Message, now: number, header?: FixHeaderFields): FixPrepared;
  /**
   * The program has dealt with a message; called in the order in which they came. The number of the message and those of its answers are
   * committed together, and then the answers leave. What was not dealt with when the process ends is asked for again by the next session that goes
   * on with the same store.
   */
  delivered(
    receipt: FixReceipt,
    now: number,
    answers?: readonly FixPrepared[],
  ): readonly FixEffect<Message>[];
  /**
   * The same within a transaction of the program, which stays open until `settled`. `written` is kept when the store has written it.
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
  /** The program's transaction has ended, well or with a failure, after which nothing in it counts. */
  settled(failure: { readonly error: unknown } | undefined): void;
  /** Whether a message that was handed over comes again, because a commit has failed since; it is not to be dealt with, then. */
  isLost(receipt: FixReceipt): boolean;
  /** Whether the numbers of the session are those of its store. */
  readonly isLoaded: boolean;
  /** Whether what was committed survives the end of the process, though the promise of the commit is still to be kept. */
  readonly isKeptOnReturn: boolean;
}

/** A message, or a refusal, that was encoded and has no number yet. */
export type FixPrepared =
  | {
      readonly kind: 'message';
      readonly msgType: string;
      readonly header: FixHeaderFields | undefined;
      /** The fields of its body, as they go out. */
      readonly body: Uint8Array;
    }
  | { readonly kind: 'refusal'; readonly refusal: FixBusinessRefusal };

/** How a connection flows. */
export interface FixFlow {
  /** Nothing is read, because the program has enough to do: silence is not the peer's. */
  readonly isHeld: boolean;
  /** What is written does not leave, because the peer does not read: nothing is sent again until it does. */
  readonly isFull: boolean;
}

/** Where a session stands. */
export type FixPhase =
  /** No connection. */
  | 'closed'
  /** The acceptor has yet to see a Logon. */
  | 'waiting'
  /** The acceptor's program looks at a Logon. */
  | 'judging'
  /** The initiator's program makes its credentials. */
  | 'signing'
  /** The initiator has sent its Logon. */
  | 'logging-on'
  | 'open'
  /** A Logout was sent, and the peer's is awaited. */
  | 'leaving'
  /** The connection is to be closed by now; nothing is read any more. */
  | 'ended';

/** What a session wants done. */
export type FixEffect<Message extends FixMessage = FixMessage> =
  /** What is written and closed after this, in this call and in later ones, waits until the promise is kept. If it is broken, cut the connection. */
  | { readonly kind: 'commit'; readonly done: Promise<void> }
  | { readonly kind: 'write'; readonly bytes: Uint8Array }
  /** The store looks for messages to send again. Answer by `stored` with what comes of it. If the promise is broken, cut the connection. */
  | { readonly kind: 'read'; readonly done: Promise<FixStoredPart> }
  /** Call `tick` at that time; takes the place of the timer before. */
  | { readonly kind: 'timer'; readonly at: number | undefined }
  /** Close the connection when what was written is out. */
  | { readonly kind: 'disconnect'; readonly reason: FixDisconnectReason; readonly text?: string }
  /** The session is open. */
  | { readonly kind: 'logon'; readonly heartBtInt: number }
  /** The peer said Logout, or has answered ours. */
  | { readonly kind: 'logout'; readonly text: string | undefined }
  /** A message of the application, in order. `delivered(receipt)` is due when the program has dealt with it. */
  | {
      readonly kind: 'message';
      readonly message: Message;
      readonly header: FixHeader;
      readonly receipt: FixReceipt;
    }
  /** The peer refuses what was sent to it: a Reject (3), or a BusinessMessageReject (j), which comes as a message too. */
  | { readonly kind: 'rejected'; readonly rejection: FixRejection }
  /** Make what proves who we are; `field` reads the Logon that is to be signed. Answered by `signed`. */
  | { readonly kind: 'sign'; readonly field: FixFieldOf }
  /** Look at what proves who the peer is. Answered by `judged`. */
  | { readonly kind: 'judge'; readonly message: Message; readonly field: FixFieldOf }
  /** Something to log. Never holds credentials. */
  | { readonly kind: 'notice'; readonly code: FixNotice; readonly text: string };

/** A part of what was sent, to be sent again. */
export type FixStoredPart = StoredPart;

/** Reads a field of one message by its tag. */
export type FixFieldOf = (tag: number) => string | undefined;

/** Names a message that a program was given. */
export interface FixReceipt {
  /** MsgSeqNum (34). */
  readonly sequence: number;
  /** How often the counters had begun anew. */
  readonly era: number;
}

/** Why a session wants its connection closed. */
export type FixDisconnectReason =
  /** Both sides have said Logout. */
  | 'logout'
  /** The first message was not a good Logon; nothing is answered. */
  | 'logon-refused'
  | 'logon-timeout'
  /** Nobody answered our Logout. */
  | 'logout-timeout'
  /** The peer was silent for too long. */
  | 'silence'
  /** MsgSeqNum was lower than it may be. */
  | 'sequence'
  /** The peer broke the rules of the session in a way that can not be answered. */
  | 'protocol'
  /** The peer sent too much. */
  | 'rate';

/** What a session tells for the log. */
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

/** A BusinessMessageReject (j). */
export interface FixBusinessRefusal {
  /** RefMsgType (372), as it stands on the wire. */
  readonly refMsgType: string;
  /** RefSeqNum (45). */
  readonly refSeqNum?: number;
  /** BusinessRejectRefID (379). */
  readonly refId?: string;
  /** BusinessRejectReason (380). */
  readonly reason: number;
  /** Text (58). For reason 3 without one, what the version usually says. */
  readonly text?: string;
}

/** Why the peer refuses a message. */
export interface FixRejection {
  /** RefSeqNum (45): the number of the message that is refused. */
  readonly refSeqNum: number | undefined;
  /** RefMsgType (372). */
  readonly refMsgType: string | undefined;
  /** RefTagID (371). */
  readonly refTag: number | undefined;
  /** SessionRejectReason (373) of a Reject, BusinessRejectReason (380) of a BusinessMessageReject. */
  readonly reason: number | undefined;
  readonly text: string | undefined;
  readonly level: 'session' | 'business';
}

/** What a program may not ask of a session as it stands. */
export type FixSessionErrorCode = 'not-logged-on' | 'usage';

/** A call that the session can not carry out. */
export class FixSessionError extends Error {
  override readonly name = 'FixSessionError';
  readonly code: FixSessionErrorCode;

  constructor(code: FixSessionErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
