import type { FixFaultReport, RejectReason } from './reject-reason.js';
import type { FixView } from './view.js';
import type { FixWriter } from './writer.js';

/** A message in the form of programs: its type and its fields. */
export interface FixMessage {
  /** Name of its MsgType (35), such as `NewOrderSingle`. */
  readonly type: string;
}

/** A field that the message's description does not contain. */
export type FixOtherField = readonly [tag: number, value: string];

/**
 * Converts the messages of one description, including administrative
 * ones, to bytes and back. Generated from the description.
 *
 * It is stateless and independent of sequence numbers, CompIDs and times.
 */
export interface FixCodec<Message extends FixMessage = FixMessage, View extends object = object> {
  /** BeginString (8). */
  readonly beginString: string;
  /** DefaultApplVerID (1137), if BeginString is `FIXT.1.1`. */
  readonly applVerId?: string;
  /** Data fields by the tag of their length field, as {@link FixView} requires them. */
  readonly dataFields: ReadonlyMap<number, number>;
  /** Tags of the header's fields, including those of its groups. */
  readonly headerTags: ReadonlySet<number>;
  /** Name of a MsgType (35); `undefined` if the description does not contain it. */
  typeOf(msgType: string): Message['type'] | undefined;
  /** MsgType (35) of a message. */
  msgTypeOf(message: Message): string;
  /** Decodes a complete message and checks its header and trailer. Returns the decisive fault; `report` receives all faults. */
  decode(view: FixView, report?: FixFaultReport): FixDecoded<Message>;
  /** View of a complete message by field names, which reads each field on access; `undefined` for an unknown MsgType (35). */
  view(view: FixView): View | undefined;
  /**
   * Writes the fields of the body in canonical order.
   *
   * @throws {FixEncodeError} for a message that does not match its description.
   */
  encodeBody(message: Message, writer: FixWriter): void;
}

/** A decoded message, or the content of a Reject (3). */
export type FixDecoded<Message> =
  | { readonly kind: 'message'; readonly message: Message }
  | FixRejected;

/** Reason for rejecting a message. */
export interface FixRejected {
  readonly kind: 'reject';
  /** SessionRejectReason (373). */
  readonly reason: RejectReason;
  /** RefTagID (371), if a single tag is the cause. */
  readonly refTag: number | undefined;
  /** Text (58). */
  readonly text: string;
}

/** Thrown for a message that cannot be encoded, because a field is missing or has an invalid value. */
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
