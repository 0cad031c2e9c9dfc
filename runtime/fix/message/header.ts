import type { FixOtherField } from './codec.js';
import type { FixView } from './view.js';
import type { FixWriter } from './writer.js';

/** Header of a message after BeginString (8), BodyLength (9) and MsgType (35). */
export interface FixHeader {
  /** MsgSeqNum (34). */
  readonly msgSeqNum: number;
  /** PossDupFlag (43). */
  readonly possDup?: boolean;
  /** SenderCompID (49). */
  readonly senderCompId: string;
  /** SenderSubID (50). */
  readonly senderSubId?: string;
  /** SendingTime (52) as in the message, with the same precision. */
  readonly sendingTime: string;
  /** TargetCompID (56). */
  readonly targetCompId: string;
  /** TargetSubID (57). */
  readonly targetSubId?: string;
  /** PossResend (97). */
  readonly possResend?: boolean;
  /** OnBehalfOfCompID (115). */
  readonly onBehalfOfCompId?: string;
  /** OnBehalfOfSubID (116). */
  readonly onBehalfOfSubId?: string;
  /** OrigSendingTime (122). */
  readonly origSendingTime?: string;
  /** DeliverToCompID (128). */
  readonly deliverToCompId?: string;
  /** DeliverToSubID (129). */
  readonly deliverToSubId?: string;
  /** SenderLocationID (142). */
  readonly senderLocationId?: string;
  /** TargetLocationID (143). */
  readonly targetLocationId?: string;
  /** OnBehalfOfLocationID (144). */
  readonly onBehalfOfLocationId?: string;
  /** DeliverToLocationID (145). */
  readonly deliverToLocationId?: string;
  /** LastMsgSeqNumProcessed (369). */
  readonly lastMsgSeqNumProcessed?: number;
  /** ApplVerID (1128). */
  readonly applVerId?: string;
  /** All other fields, in ascending order of tags. */
  readonly other?: readonly FixOtherField[];
}

/** Header fields that a program may set. The session sets the others. */
export type FixHeaderFields = Partial<
  Omit<FixHeader, 'msgSeqNum' | 'senderCompId' | 'targetCompId' | 'sendingTime' | 'possDup'>
>;

type Mutable = { -readonly [Name in keyof FixHeader]: FixHeader[Name] };

/** Property names of the header fields, in ascending order of tags, which is the order of writing. */
const names: readonly (readonly [tag: number, name: Exclude<keyof FixHeader, 'other'>])[] = [
  [34, 'msgSeqNum'],
  [43, 'possDup'],
  [49, 'senderCompId'],
  [50, 'senderSubId'],
  [52, 'sendingTime'],
  [56, 'targetCompId'],
  [57, 'targetSubId'],
  [97, 'possResend'],
  [115, 'onBehalfOfCompId'],
  [116, 'onBehalfOfSubId'],
  [122, 'origSendingTime'],
  [128, 'deliverToCompId'],
  [129, 'deliverToSubId'],
  [142, 'senderLocationId'],
  [143, 'targetLocationId'],
  [144, 'onBehalfOfLocationId'],
  [145, 'deliverToLocationId'],
  [369, 'lastMsgSeqNumProcessed'],
  [1128, 'applVerId'],
];
const nameOf = new Map(names);

/**
 * Reads the header of a message with indexed fields. An invalid number becomes 0, and a missing text is empty.
 * `headerTags` is that of the codec.
 */
export function readHeader(view: FixView, headerTags: ReadonlySet<number>): FixHeader {
  const header: Mutable = { msgSeqNum: 0, senderCompId: '', sendingTime: '', targetCompId: '' };
  const other: FixOtherField[] = [];
  const { count, tags } = view;
  for (let index = 3; index < count; index++) {
    const tag = tags[index] as number;
    const name = nameOf.get(tag);
    if (name === undefined) {
      if (!headerTags.has(tag)) break;
      other.push([tag, view.textAt(index)]);
    } else if (name === 'msgSeqNum' || name === 'lastMsgSeqNumProcessed') {
      header[name] = view.integerAt(index) ?? 0;
    } else if (name === 'possDup' || name === 'possResend') {
      header[name] = view.textAt(index) === 'Y';
    } else {
      header[name] = view.textAt(index);
    }
  }
  if (other.length > 0) header.other = other.sort(([left], [right]) => left - right);
  return header;
}

/** Writes a header in ascending order of tags, the canonical order. */
export function writeHeader(writer: FixWriter, header: FixHeader): void {
  const { other = [] } = header;
  let next = 0;
  for (const [tag, name] of names) {
    const value = header[name];
    if (value === undefined) continue;
    for (let field = other[next]; field !== undefined && field[0] < tag; field = other[++next]) {
      writer.text(...field);
    }
    if (typeof value === 'string') writer.text(tag, value);
    else if (typeof value === 'number') writer.integer(tag, value);
    else writer.boolean(tag, value);
  }
  for (const [tag, value] of other.slice(next)) writer.text(tag, value);
}
