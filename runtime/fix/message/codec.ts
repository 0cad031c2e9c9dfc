import type { FixFaultReport } from './fault.js';
import type { RejectReason } from './reject-reason.js';
import type { FixView } from './view.js';
import type { FixWriter } from './writer.js';

/** A message as programs have it: its name, beside its fields. */
export interface FixMessage {
  /** The word for its MsgType, such as `NewOrderSingle`. */
  readonly type: string;
}

/** A field that the description of a message does not have. */
export type FixOtherField = readonly [tag: number, value: string];

/**
 * Generated from one description: the messages of one version of the protocol, session messages included, to bytes and back. It has no
 * state, and knows nothing of sequence numbers, CompIDs or times.
 */
export interface FixCodec<Message extends FixMessage = FixMessage, View extends object = object> {
  /** BeginString (8). */
  readonly beginString: string;
  /** DefaultApplVerID (1137), where BeginString is `FIXT.1.1`. */
  readonly applVerId?: string;
  /** The data field that each length field counts, by tag; what a {@link FixView} of these messages is made with. */
  readonly dataFields: ReadonlyMap<number, number>;
  /** The fields of the header, groups' included, by tag. */
  readonly headerTags: ReadonlySet<number>;
  /** The word for a MsgType (35); `undefined` for one that the description does not know. */
  typeOf(msgType: string): Message['type'] | undefined;
  /** The MsgType of a message. */
  msgTypeOf(message: Message): string;
  /** A whole message, header and trailer checked with it. `report` is told of every fault, where the answer has the first that counts. */
  decode(view: FixView, report?: FixFaultReport): FixDecoded<Message>;
  /** A whole message by the names of its fields, each read when it is asked for; `undefined` for a MsgType that the description does not know. */
  view(view: FixView): View | undefined;
  /**
   * Writes the body's fields in the canonical order.
   *
   * @throws {FixEncodeError} for a message that its description does not allow
   */
  encodeBody(message: Message, writer: FixWriter): void;
}

/** A message, or what a Reject (3) says of it. */
export type FixDecoded<Message> =
  | { readonly kind: 'message'; readonly message: Message }
  | FixRejected;

/** Why a message is refused. */
export interface FixRejected {
  readonly kind: 'reject';
  /** SessionRejectReason (373). */
  readonly reason: RejectReason;
  /** RefTagID (371), where one tag is to blame. */
  readonly refTag: number | undefined;
  /** Text (58). */
  readonly text: string;
}

/** A message that can not be written: a field that is missing, or whose value its type does not allow. */
export class FixEncodeError extends Error {
  override readonly name = 'FixEncodeError';
  readonly reason: RejectReason;
  readonly refTag: number;

  constructor(reason: RejectReason, refTag: number, message: string) {
    super(message);
    this.reason = reason;
    this.refTag = refTag;
  }
}
