import type { FixCodec, FixDecoded, FixMessage } from './codec.js';
import { FixFields, rejected } from './fields.js';
import { planOf } from './plan.js';
import type { FixMessageRecord, FixRecord } from './record.js';
import { viewRecord } from './record-view.js';
import { RejectReason } from './reject-reason.js';
import { writeRecord } from './write-record.js';

/** What a codec is made of. */
export interface FixDefinition {
  readonly beginString: string;
  readonly applVerId?: string;
  /** The data field of each length field, by tag. */
  readonly dataFields: ReadonlyMap<number, number>;
  /** What becomes of fields that a message does not have; `keepUserDefined` keeps those whose tag nobody has, from 5000 up. */
  readonly unknownFields: 'refuse' | 'keepUserDefined' | 'keep';
  /** Fields beyond BeginString (8), BodyLength (9) and MsgType (35), and beyond CheckSum (10). */
  readonly header: FixRecord;
  readonly trailer: FixRecord;
  readonly messages: readonly FixMessageRecord[];
  /** The tags of all messages as ranges, the first and the last of each: what no codec should have to look through its messages for. */
  readonly tags?: readonly number[];
}

const unknownMsgType: FixDecoded<never> = rejected(RejectReason.InvalidMsgType, undefined);

/** MsgTypes of what a transport says itself (FIXT 1.1, "Session Messages" and XMLnonFIX). */
const transportTypes: ReadonlySet<string> = new Set(['0', '1', '2', '3', '4', '5', 'A', 'n']);

/** The messages of one version of the protocol, to bytes and back. What a message needs is made when the first one comes or goes. */
export function createFixCodec<Message extends FixMessage, View extends object>(
  definition: FixDefinition,
): FixCodec<Message, View> {
  const { beginString, applVerId, dataFields, messages } = definition;
  const byMsgType = new Map(messages.map((record) => [record.msgType, record]));
  const byType = new Map(messages.map((record) => [record.type, record]));
  const header = planOf(definition.header);
  const trailer = planOf(definition.trailer);
  const headerTags = new Set([8, 9, 35, ...header.allTags]);
  const isBody = tagsOf(messages, definition.tags);
  // The messages of a transport are told by its dictionary alone: it does not know what an application says.
  const isTransport = beginString.startsWith('FIXT')
    ? tagsOf(messages.filter(({ msgType }) => transportTypes.has(msgType)))
    : isBody;
  const isKnown = (tag: number): boolean =>
    tag === 10 || headerTags.has(tag) || trailer.slotOf(tag) !== undefined || isBody(tag);
  const { unknownFields: unknown } = definition;
  const fields = new FixFields({ header, trailer, headerTags, unknown });
  return {
    beginString,
    ...(applVerId === undefined ? {} : { applVerId }),
    dataFields,
    headerTags,
    typeOf: (msgType) => byMsgType.get(msgType)?.type,
    msgTypeOf: ({ type }) => byType.get(type)?.msgType ?? '',
    decode(view, report) {
      const record = byMsgType.get(view.msgType);
      if (record === undefined) {
        report?.(RejectReason.InvalidMsgType, 35, 2);
        return unknownMsgType;
      }
      const known = transportTypes.has(record.msgType) ? isTransport : isBody;
      return fields.message(planOf(record), view, known, report) as FixDecoded<Message>;
    },
    view(view) {
      const record = byMsgType.get(view.msgType);
      if (record === undefined) return undefined;
      return viewRecord(planOf(record), { view, isKnown }, 3, view.count - 1) as View;
    },
    encodeBody(message, writer) {
      const record = byType.get(message.type);
      if (record === undefined) throw new TypeError(`"${message.type}" is not a type of message`);
      writeRecord(planOf(record), message, writer);
    },
  };
}

/** Whether one of these messages has a tag, in a group or outside. Found out when somebody asks first. */
function tagsOf(
  messages: readonly FixMessageRecord[],
  ranges?: readonly number[],
): (tag: number) => boolean {
  let tags: Uint8Array | undefined;
  return (tag) => (tags ??= ranges === undefined ? found(messages) : within(ranges))[tag] === 1;
}

/** By the number of a tag, 1 for those that some message has. */
function found(messages: readonly FixMessageRecord[]): Uint8Array {
  return within(messages.flatMap((record) => planOf(record).allTags.flatMap((tag) => [tag, tag])));
}

/** By number, 1 for those within ranges: the first and the last of each. */
function within(ranges: readonly number[]): Uint8Array {
  const numbers = new Uint8Array(ranges.reduce((most, each) => Math.max(most, each), 0) + 1);
  for (let at = 0; at < ranges.length; at += 2)
    numbers.fill(1, ranges[at], (ranges[at + 1] as number) + 1);
  return numbers;
}
