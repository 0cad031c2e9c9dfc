import type { FixCodec, FixDecoded, FixMessage } from './codec.js';
import { FixFields, rejected } from './fields.js';
import { recordCodecOf } from './record-codec.js';
import type { FixMessageRecord, FixRecord } from './record.js';
import { viewRecord } from './record-view.js';
import { RejectReason } from './reject-reason.js';
import { writeRecord } from './write-record.js';

/** Definition of a codec. */
export interface FixDefinition {
  readonly beginString: string;
  readonly applVerId?: string;
  /** Data fields by the tag of their length field. */
  readonly dataFields: ReadonlyMap<number, number>;
  /** Treatment of fields that a message does not contain. `keepUserDefined` keeps unknown tags from 5000 on. */
  readonly unknownFields: 'refuse' | 'keepUserDefined' | 'keep';
  /** Header fields after BeginString (8), BodyLength (9) and MsgType (35), and trailer fields before CheckSum (10). */
  readonly header: FixRecord;
  readonly trailer: FixRecord;
  readonly messages: readonly FixMessageRecord[];
  /**
   * Tags of all messages as ranges, with the first and last tag of
   * each, so that a codec need not collect them from its messages.
   */
  readonly tags?: readonly number[];
}

const unknownMsgType: FixDecoded<never> = rejected(RejectReason.InvalidMsgType, undefined);

/** MsgTypes of messages at the transport level (FIXT 1.1, "Session Messages" and XMLnonFIX). */
const transportTypes: ReadonlySet<string> = new Set(['0', '1', '2', '3', '4', '5', 'A', 'n']);

/** Creates the codec of one protocol version. Per-message data is created when the message is first used. */
export function createFixCodec<Message extends FixMessage, View extends object>(
  definition: FixDefinition,
): FixCodec<Message, View> {
  const { beginString, applVerId, dataFields, messages } = definition;
  const byMsgType = new Map(messages.map((record) => [record.msgType, record]));
  const byType = new Map(messages.map((record) => [record.type, record]));
  const header = recordCodecOf(definition.header);
  const trailer = recordCodecOf(definition.trailer);
  const headerTags = new Set([8, 9, 35, ...header.allTags]);
  const isBody = tagsOf(messages, definition.tags);
  // A transport dictionary alone determines the tags of its messages. It does not contain those of applications.
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
      const isKnownTag = transportTypes.has(record.msgType) ? isTransport : isBody;
      return fields.message(recordCodecOf(record), view, isKnownTag, report) as FixDecoded<Message>;
    },
    view(view) {
      const record = byMsgType.get(view.msgType);
      if (record === undefined) return undefined;
      return viewRecord(recordCodecOf(record), { view, isKnown }, 3, view.count - 1) as View;
    },
    encodeBody(message, writer) {
      const record = byType.get(message.type);
      if (record === undefined) throw new TypeError(`"${message.type}" is not a message type`);
      writeRecord(recordCodecOf(record), message, writer);
    },
  };
}

/** Creates a predicate for the tags of some messages, including those in groups. Evaluated on first use. */
function tagsOf(
  messages: readonly FixMessageRecord[],
  ranges?: readonly number[],
): (tag: number) => boolean {
  let tags: Uint8Array | undefined;
  return (tag) =>
    (tags ??= ranges === undefined ? tagTable(messages) : rangeTable(ranges))[tag] === 1;
}

/** Table by tag with 1 for each tag of these messages. */
function tagTable(messages: readonly FixMessageRecord[]): Uint8Array {
  return rangeTable(
    messages.flatMap((record) => recordCodecOf(record).allTags.flatMap((tag) => [tag, tag])),
  );
}

/** Table by number with 1 for each number within the ranges, which are given by their first and last numbers. */
function rangeTable(ranges: readonly number[]): Uint8Array {
  const numbers = new Uint8Array(ranges.reduce((most, each) => Math.max(most, each), 0) + 1);
  for (let index = 0; index < ranges.length; index += 2)
    numbers.fill(1, ranges[index], (ranges[index + 1] as number) + 1);
  return numbers;
}
