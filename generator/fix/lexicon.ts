import { fieldsOf, type FixApi, type FixField, type FixRecord } from '../model/fix.js';
import {
  isBeginString,
  standardHeader,
  standardMessages,
  standardTrailer,
} from '../model/read/fix/standard.js';
import { defaultFixPolicy, type FixCodec, type FixPolicy } from '../../runtime/fix/index.js';
import { codecOf } from './codec-of.js';
import { commonFields, commonMessages } from './common-names.js';

/** What is known of messages, by the numbers and letters that stand in them. */
export interface Lexicon {
  readonly api: FixApi;
  /** What a session reads its messages with, and by which rules. */
  readonly codec: FixCodec;
  readonly policy: FixPolicy;
  /** Whether it knows every message there is: what it does not know is a fault then. */
  readonly isComplete: boolean;
  /** Fields of the header and the trailer by tag, without those that make a message one. */
  readonly header: ReadonlyMap<number, FixField>;
  readonly trailer: ReadonlyMap<number, FixField>;
  /** The name of a tag, wherever it stands. */
  nameOf(tag: number): string | undefined;
  /** Whether some message has the tag. */
  has(tag: number): boolean;
  /** What a MsgType is called. */
  messageName(msgType: string): string | undefined;
  /** Of each length field the data field behind it, by tags. */
  readonly counts: ReadonlyMap<string, string>;
}

/** What makes a message one: its first three fields and its last. */
export const frameNames: ReadonlyMap<number, string> = new Map([
  [8, 'BeginString'],
  [9, 'BodyLength'],
  [35, 'MsgType'],
  [10, 'CheckSum'],
]);

/** A lexicon of a description. */
export function lexiconOf(api: FixApi): Lexicon {
  return createLexicon(api, true);
}

/** What every version of FIX says of itself, where there is no description: its session, and the names of usual fields. */
export function standardLexicon(beginString: string): Lexicon {
  const known = isBeginString(beginString) ? beginString : 'FIX.4.4';
  const api: FixApi = {
    beginString,
    header: standardHeader(known),
    trailer: standardTrailer(known),
    messages: standardMessages(known),
    sessions: [],
    unknownFields: 'keep',
  };
  return createLexicon(api, false);
}

function createLexicon(api: FixApi, isComplete: boolean): Lexicon {
  const names = new Map<number, string>(isComplete ? [] : commonFields);
  const counts = new Map<string, string>(isComplete ? [] : [['354', '355']]);
  const all = new Set<FixRecord>();
  const collect = (record: FixRecord): void => {
    if (all.has(record)) return;
    all.add(record);
    const fields = fieldsOf(record);
    for (const field of fields) {
      if (!names.has(field.tag)) names.set(field.tag, field.name);
      if (field.kind === 'group') collect(field.entry);
      else if (field.lengthOf !== undefined) {
        const data = fields.find(({ name }) => name === field.lengthOf);
        if (data !== undefined) counts.set(String(field.tag), String(data.tag));
      }
    }
  };
  for (const { record } of api.messages) collect(record);
  const own = new Set(names.keys());
  collect(api.header);
  collect(api.trailer);
  const messages = new Map([
    ...(isComplete ? [] : commonMessages),
    ...api.messages.map(({ msgType, name }) => [msgType, name] as const),
  ]);
  const [session] = api.sessions;
  return {
    api,
    codec: codecOf(api),
    policy: {
      ...defaultFixPolicy(api.beginString),
      ...(session?.policy as Partial<FixPolicy> | undefined),
    },
    isComplete,
    header: byTag(api.header),
    trailer: byTag(api.trailer),
    nameOf: (tag) => frameNames.get(tag) ?? names.get(tag),
    has: (tag) => own.has(tag),
    messageName: (msgType) => messages.get(msgType),
    counts,
  };
}

/** A record's fields by their tags. */
export function byTag(record: FixRecord): ReadonlyMap<number, FixField> {
  return new Map(fieldsOf(record).map((field) => [field.tag, field]));
}
