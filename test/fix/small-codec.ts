import {
  type FixCodec,
  type FixDecoded,
  type FixOtherField,
  type FixView,
  type FixWriter,
  RejectReason,
  rejectTexts,
} from '@tallystick/runtime/fix';

/** A message with its fields as they stood, for sessions whose description does not matter. */
export interface SmallMessage {
  readonly type: string;
  readonly fields: readonly FixOtherField[];
  /** ClOrdID (11), if any. */
  readonly clOrdId?: string;
}

/** Fields of a message type in the small codec. */
interface Kind {
  readonly type: string;
  readonly required: readonly number[];
  readonly optional: readonly number[];
}

const kinds: Readonly<Record<string, Kind>> = {
  '0': { type: 'Heartbeat', required: [], optional: [112] },
  '1': { type: 'TestRequest', required: [112], optional: [] },
  '2': { type: 'ResendRequest', required: [7, 16], optional: [] },
  '3': { type: 'Reject', required: [45], optional: [58, 371, 372, 373] },
  '4': { type: 'SequenceReset', required: [36], optional: [123] },
  '5': { type: 'Logout', required: [], optional: [58] },
  A: { type: 'Logon', required: [98, 108], optional: [95, 96, 141, 554, 789, 1137] },
  j: { type: 'BusinessMessageReject', required: [372, 380], optional: [45, 58, 379] },
  D: {
    type: 'NewOrderSingle',
    required: [11, 54, 55],
    optional: [21, 38, 40, 44, 58, 59, 60, 95, 96, 126, 167, 386, 336],
  },
  d: {
    type: 'SecurityDefinition',
    required: [320],
    optional: [22, 55, 58, 146, 167, 322, 323, 336, 393],
  },
  '8': {
    type: 'ExecutionReport',
    required: [37],
    optional: [6, 11, 14, 17, 20, 39, 54, 55, 58, 150, 151],
  },
};
/** Forms and words of values. */
const forms: ReadonlyMap<number, RegExp> = new Map([
  [38, /^\d+(\.\d+)?$/],
  [126, /^\d{8}-\d\d:\d\d:\d\d(\.\d{3})?$/],
]);
const words: ReadonlyMap<number, readonly string[]> = new Map([
  [21, ['1', '2', '3']],
  [40, ['1', '2', '3', '4']],
  [167, ['FUT', 'OPT']],
]);
/** Counting field of a group, and the first field of its entries. */
const groups: ReadonlyMap<number, number> = new Map([[386, 336]]);
const headerTags = new Set([
  8, 9, 35, 34, 43, 49, 50, 52, 56, 57, 97, 115, 116, 122, 128, 129, 142, 143, 144, 145, 369,
]);
const headerRequired = [34, 49, 52, 56];
const integers = new Set([7, 16, 34, 36, 45, 95, 108, 371, 373, 380, 789]);
const known = new Set(
  Object.values(kinds).flatMap(({ required, optional }) => [...required, ...optional]),
);

/** A codec of ten kinds of messages, written by hand: enough for a session, and independent of everything that is generated. */
export function smallCodec(beginString = 'FIX.4.2', applVerId?: string): FixCodec<SmallMessage> {
  return {
    beginString,
    ...(applVerId === undefined ? {} : { applVerId }),
    dataFields: new Map([[95, 96]]),
    headerTags,
    typeOf: (msgType) => (Object.hasOwn(kinds, msgType) ? kinds[msgType]?.type : undefined),
    msgTypeOf: ({ type }) =>
      Object.entries(kinds).find(([, kind]) => kind.type === type)?.[0] ?? '?',
    decode: (view) => decode(view, applVerId !== undefined),
    view: () => undefined,
    encodeBody(message: SmallMessage, writer: FixWriter) {
      const sorted = [...message.fields].sort(([left], [right]) => left - right);
      for (const [tag, value] of sorted) writer.text(tag, value);
    },
  };
}

function decode(view: FixView, isFixt: boolean): FixDecoded<SmallMessage> {
  const kind = Object.hasOwn(kinds, view.msgType) ? kinds[view.msgType] : undefined;
  if (kind === undefined) return reject(RejectReason.InvalidMsgType, undefined);
  const required = [...headerRequired, ...kind.required];
  if (isFixt && kind.type === 'Logon') required.push(1137);
  const missing = required.find((tag) => !view.has(tag));
  if (missing !== undefined) return reject(RejectReason.RequiredTagMissing, missing);
  const fields: FixOtherField[] = [];
  const seen = new Set<number>();
  for (let index = 0; index < view.count - 1; index++) {
    const tag = view.tags[index] as number;
    const text = view.textAt(index);
    if (headerTags.has(tag) && fields.length > 0) return reject(RejectReason.TagOutOfOrder, tag);
    const isEntry = [...groups].some(([counter, first]) => first === tag && seen.has(counter));
    if (seen.has(tag) && !isEntry) return reject(RejectReason.TagAppearsTwice, tag);
    seen.add(tag);
    if (text === '') return reject(RejectReason.TagWithoutValue, tag);
    if (integers.has(tag) && view.integerAt(index) === undefined) {
      return reject(RejectReason.IncorrectDataFormat, tag);
    }
    if (headerTags.has(tag)) continue;
    if (!known.has(tag)) return reject(RejectReason.InvalidTagNumber, tag);
    if (!kind.required.includes(tag) && !kind.optional.includes(tag)) {
      return reject(RejectReason.TagNotDefinedForMsgType, tag);
    }
    if (forms.get(tag)?.test(text) === false) return reject(RejectReason.IncorrectDataFormat, tag);
    if (words.get(tag)?.includes(text) === false) return reject(RejectReason.ValueIncorrect, tag);
    fields.push([tag, text]);
  }
  for (const [counter, first] of groups) {
    const count = fields.find(([tag]) => tag === counter)?.[1];
    const entries = fields.filter(([tag]) => tag === first).length;
    if (count !== undefined && Number(count) !== entries) {
      return reject(RejectReason.IncorrectGroupCount, counter);
    }
  }
  const clOrdId = fields.find(([tag]) => tag === 11)?.[1];
  const message = { type: kind.type, fields };
  return { kind: 'message', message: clOrdId === undefined ? message : { ...message, clOrdId } };
}

function reject(reason: RejectReason, refTag: number | undefined): FixDecoded<SmallMessage> {
  return { kind: 'reject', reason, refTag, text: rejectTexts[reason] };
}
