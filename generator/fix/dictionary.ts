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

/** Names and structure of FIX messages, by tag and MsgType. */
export interface FixDictionary {
  readonly api: FixApi;
  /** Codec and validation policy of a session. */
  readonly codec: FixCodec;
  readonly policy: FixPolicy;
  /** True if it defines all messages, so that an unknown one is an error. */
  readonly isComplete: boolean;
  /** Fields of the header and the trailer by tag, without the framing fields. */
  readonly header: ReadonlyMap<number, FixField>;
  readonly trailer: ReadonlyMap<number, FixField>;
  /** The name of a tag in any message. */
  nameOf(tag: number): string | undefined;
  /** True if a message contains the tag. */
  has(tag: number): boolean;
  /** The name of a MsgType. */
  messageName(msgType: string): string | undefined;
  /** Data fields by the tag of their length field. */
  readonly counts: ReadonlyMap<string, string>;
}

/** Framing fields: the first three and the last of a message. */
export const frameNames: ReadonlyMap<number, string> = new Map([
  [8, 'BeginString'],
  [9, 'BodyLength'],
  [35, 'MsgType'],
  [10, 'CheckSum'],
]);

/** Creates the dictionary of a description. */
export function createFixDictionary(api: FixApi): FixDictionary {
  return createDictionary(api, true);
}

/** Creates a dictionary without a description: the session of a FIX version, and the names of common fields. */
export function standardFixDictionary(beginString: string): FixDictionary {
  const version = isBeginString(beginString) ? beginString : 'FIX.4.4';
  const api: FixApi = {
    beginString,
    header: standardHeader(version),
    trailer: standardTrailer(version),
    messages: standardMessages(version),
    sessions: [],
    unknownFields: 'keep',
  };
  return createDictionary(api, false);
}

function createDictionary(api: FixApi, isComplete: boolean): FixDictionary {
  const names = new Map<number, string>(isComplete ? [] : commonFields);
  const counts = new Map<string, string>(isComplete ? [] : [['354', '355']]);
  const visited = new Set<FixRecord>();
  const collect = (record: FixRecord): void => {
    if (visited.has(record)) return;
    visited.add(record);
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
  const messageTags = new Set(names.keys());
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
    has: (tag) => messageTags.has(tag),
    messageName: (msgType) => messages.get(msgType),
    counts,
  };
}

/** The fields of a record by tag. */
export function byTag(record: FixRecord): ReadonlyMap<number, FixField> {
  return new Map(fieldsOf(record).map((field) => [field.tag, field]));
}
