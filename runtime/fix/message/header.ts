import type { FixOtherField } from './codec.js';
import type { FixView } from './view.js';
import type { FixWriter } from './writer.js';

/** The header of a message, beyond BeginString (8), BodyLength (9) and MsgType (35). */
export interface FixHeader {
  /** 34 */
  readonly msgSeqNum: number;
  /** 43 */
  readonly possDup?: boolean;
  /** 49 */
  readonly senderCompId: string;
  /** 50 */
  readonly senderSubId?: string;
  /** 52, as it stands in the message, with its own precision. */
  readonly sendingTime: string;
  /** 56 */
  readonly targetCompId: string;
  /** 57 */
  readonly targetSubId?: string;
  /** 97 */
  readonly possResend?: boolean;
  /** 115 */
  readonly onBehalfOfCompId?: string;
  /** 116 */
  readonly onBehalfOfSubId?: string;
  /** 122 */
  readonly origSendingTime?: string;
  /** 128 */
  readonly deliverToCompId?: string;
  /** 129 */
  readonly deliverToSubId?: string;
  /** 142 */
  readonly senderLocationId?: string;
  /** 143 */
  readonly targetLocationId?: string;
  /** 144 */
  readonly onBehalfOfLocationId?: string;
  /** 145 */
  readonly deliverToLocationId?: string;
  /** 369 */
  readonly lastMsgSeqNumProcessed?: number;
  /** 1128 */
  readonly applVerId?: string;
  /** Every other field, in ascending order of tags. */
  readonly other?: readonly FixOtherField[];
}

/** What a program may add to the header of a message that it sends; the rest is the session's. */
export type FixHeaderFields = Partial<
  Omit<FixHeader, 'msgSeqNum' | 'senderCompId' | 'targetCompId' | 'sendingTime' | 'possDup'>
>;

type Mutable = { -readonly [Name in keyof FixHeader]: FixHeader[Name] };

/** What programs call the header's fields, in ascending order of tags: the order in which they are written. */
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
 * Reads the header of a message whose fields were indexed. A number that is none is 0, a text that is not there is empty.
 * `headerTags` is the codec's.
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

/** Writes a header in ascending order of tags, as canonical messages have it. */
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
