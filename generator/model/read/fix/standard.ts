import type { FixField, FixMessage, FixRecord, FixValueField } from '../../fix.js';
import type { SchemaId } from '../../schema.js';
import { dataTypesOf, fractionsOf } from './data-types.js';

/** Versions by BeginString, oldest first. */
const versions = ['FIX.4.0', 'FIX.4.1', 'FIX.4.2', 'FIX.4.3', 'FIX.4.4', 'FIXT.1.1'] as const;

/** True if the header and the session messages of this BeginString are known. */
export function isBeginString(text: string): boolean {
  return beginStrings.includes(text);
}

/** All known BeginStrings. */
export const beginStrings: readonly string[] = versions;

/** Name, tag, type; index of the version that introduced the field; data field whose bytes it counts. */
type Row = readonly [
  name: string,
  tag: number,
  type: string,
  since?: number,
  counts?: string | undefined,
];

/** Header fields of all versions (FIX 4.2 volume 1 "Standard Message Header"; FIXT 1.1 "Standard Header"). */
const HEADER: readonly Row[] = [
  ['MsgSeqNum', 34, 'SEQNUM'],
  ['PossDupFlag', 43, 'BOOLEAN'],
  ['SenderCompID', 49, 'STRING'],
  ['SenderSubID', 50, 'STRING'],
  ['SendingTime', 52, 'UTCTIMESTAMP'],
  ['TargetCompID', 56, 'STRING'],
  ['TargetSubID', 57, 'STRING'],
  ['SecureDataLen', 90, 'LENGTH', 0, 'SecureData'],
  ['SecureData', 91, 'DATA'],
  ['PossResend', 97, 'BOOLEAN'],
  ['OnBehalfOfCompID', 115, 'STRING'],
  ['OnBehalfOfSubID', 116, 'STRING'],
  ['OrigSendingTime', 122, 'UTCTIMESTAMP'],
  ['DeliverToCompID', 128, 'STRING'],
  ['DeliverToSubID', 129, 'STRING'],
  ['SenderLocationID', 142, 'STRING', 1],
  ['TargetLocationID', 143, 'STRING', 1],
  ['OnBehalfOfLocationID', 144, 'STRING', 1],
  ['DeliverToLocationID', 145, 'STRING', 1],
  ['XmlDataLen', 212, 'LENGTH', 2, 'XmlData'],
  ['XmlData', 213, 'DATA', 2],
  ['MessageEncoding', 347, 'STRING', 2],
  ['LastMsgSeqNumProcessed', 369, 'SEQNUM', 2],
  ['OnBehalfOfSendingTime', 370, 'UTCTIMESTAMP', 2],
  ['ApplVerID', 1128, 'STRING', 5],
  ['CstmApplVerID', 1129, 'STRING', 5],
  ['ApplExtID', 1156, 'INT', 5],
];
const HOPS: readonly Row[] = [
  ['HopCompID', 628, 'STRING', 3],
  ['HopSendingTime', 629, 'UTCTIMESTAMP', 3],
  ['HopRefID', 630, 'SEQNUM', 3],
];
const TRAILER: readonly Row[] = [
  ['SignatureLength', 93, 'LENGTH', 0, 'Signature'],
  ['Signature', 89, 'DATA'],
];
const TEXT: readonly Row[] = [
  ['Text', 58, 'STRING'],
  ['EncodedTextLen', 354, 'LENGTH', 2, 'EncodedText'],
  ['EncodedText', 355, 'DATA', 2],
];
const MSG_TYPES: readonly Row[] = [
  ['RefMsgType', 372, 'STRING', 2],
  ['MsgDirection', 385, 'CHAR', 2],
];

/** Session messages (FIX 4.2 volume 2 "Session Protocol"; FIXT 1.1 "Session Messages"). */
const MESSAGES: readonly {
  readonly name: string;
  readonly msgType: string;
  readonly rows: readonly Row[];
  readonly required?: readonly string[];
  readonly since?: number;
}[] = [
  { name: 'Heartbeat', msgType: '0', rows: [['TestReqID', 112, 'STRING']] },
  {
    name: 'TestRequest',
    msgType: '1',
    rows: [['TestReqID', 112, 'STRING']],
    required: ['TestReqID'],
  },
  {
    name: 'ResendRequest',
    msgType: '2',
    rows: [
      ['BeginSeqNo', 7, 'SEQNUM'],
      ['EndSeqNo', 16, 'SEQNUM'],
    ],
    required: ['BeginSeqNo', 'EndSeqNo'],
  },
  {
    name: 'Reject',
    msgType: '3',
    rows: [
      ['RefSeqNum', 45, 'SEQNUM'],
      ['RefTagID', 371, 'INT', 2],
      ['RefMsgType', 372, 'STRING', 2],
      ['SessionRejectReason', 373, 'INT', 2],
      ...TEXT,
      ['RefApplVerID', 1130, 'STRING', 5],
      ['RefCstmApplVerID', 1131, 'STRING', 5],
      ['RefApplExtID', 1406, 'INT', 5],
    ],
    required: ['RefSeqNum'],
  },
  {
    name: 'SequenceReset',
    msgType: '4',
    rows: [
      ['NewSeqNo', 36, 'SEQNUM'],
      ['GapFillFlag', 123, 'BOOLEAN'],
    ],
    required: ['NewSeqNo'],
  },
  { name: 'Logout', msgType: '5', rows: [...TEXT, ['SessionStatus', 1409, 'INT', 5]] },
  {
    name: 'Logon',
    msgType: 'A',
    rows: [
      ['RawDataLength', 95, 'LENGTH', 0, 'RawData'],
      ['RawData', 96, 'DATA'],
      ['EncryptMethod', 98, 'INT'],
      ['HeartBtInt', 108, 'INT'],
      ['ResetSeqNumFlag', 141, 'BOOLEAN', 1],
      ['MaxMessageSize', 383, 'LENGTH', 2],
      ['TestMessageIndicator', 464, 'BOOLEAN', 3],
      ['Username', 553, 'STRING', 3],
      ['Password', 554, 'STRING', 3],
      ['NextExpectedMsgSeqNum', 789, 'SEQNUM', 4],
      ['NewPassword', 925, 'STRING', 5],
      ['DefaultApplVerID', 1137, 'STRING', 5],
      ['DefaultApplExtID', 1407, 'INT', 5],
      ['DefaultCstmApplVerID', 1408, 'STRING', 5],
      ['SessionStatus', 1409, 'INT', 5],
      ...TEXT.map(([name, tag, type, , counts]): Row => [name, tag, type, 5, counts]),
    ],
    required: ['EncryptMethod', 'HeartBtInt', 'DefaultApplVerID'],
  },
  {
    name: 'BusinessMessageReject',
    msgType: 'j',
    rows: [
      ['RefSeqNum', 45, 'SEQNUM'],
      ['RefMsgType', 372, 'STRING'],
      ['BusinessRejectRefID', 379, 'STRING'],
      ['BusinessRejectReason', 380, 'INT'],
      ...TEXT,
    ],
    required: ['RefMsgType', 'BusinessRejectReason'],
    since: 2,
  },
];

/** MsgTypes of session messages. */
export const sessionTypes: ReadonlySet<string> = new Set(['0', '1', '2', '3', '4', '5', 'A']);

/** Header fields that every message of every version has. */
const REQUIRED = ['MsgSeqNum', 'SenderCompID', 'SendingTime', 'TargetCompID'];

/** Returns the standard header of a version, without fields 8, 9 and 35. */
export function standardHeader(beginString: string): FixRecord {
  const version = versionOf(beginString);
  const header = record('header', version, HEADER, REQUIRED);
  if (version < 3) return header;
  const entry = record('Hops', version, HOPS, []);
  return { ...header, fields: [...header.fields, group('NoHops', 627, 'HopCompID', entry)] };
}

/** Returns the standard trailer, without field 10. */
export function standardTrailer(beginString: string): FixRecord {
  return record('trailer', versionOf(beginString), TRAILER, []);
}

/** Returns the standard session messages of a version, and BusinessMessageReject. */
export function standardMessages(beginString: string): readonly FixMessage[] {
  const version = versionOf(beginString);
  return MESSAGES.filter(({ since = 0 }) => since <= version).map(
    ({ name, msgType, rows, required = [] }): FixMessage => {
      const own = record(name, version, rows, required);
      const entry = record('MsgTypes', version, MSG_TYPES, []);
      const types =
        msgType === 'A' && version >= 2 ? [group('NoMsgTypes', 384, 'RefMsgType', entry)] : [];
      return {
        name,
        msgType,
        record: { ...own, fields: [...own.fields, ...types] },
        isSession: sessionTypes.has(msgType),
      };
    },
  );
}

function versionOf(beginString: string): number {
  return Math.max(0, versions.indexOf(beginString as (typeof versions)[number]));
}

function record(
  name: string,
  version: number,
  rows: readonly Row[],
  required: readonly string[],
): FixRecord {
  const beginString = versions[version] ?? '';
  const fields = rows
    .filter(([, , , since = 0]) => since <= version)
    .map((row) => field(row, beginString));
  const names = new Set(fields.map((each) => each.name));
  return {
    key: `standard:${name}`,
    fields,
    parts: [],
    required: required.filter((each) => names.has(each)),
    rules: [],
  };
}

function field([name, tag, type, , counts]: Row, beginString: string): FixValueField {
  const form = dataTypesOf(beginString).get(type) ?? 'text';
  return {
    kind: 'value',
    name,
    tag,
    type,
    form,
    ...(form === 'timestamp' ? { precision: fractionsOf(beginString) } : {}),
    ...(counts === undefined ? {} : { lengthOf: counts }),
  };
}

function group(name: string, tag: number, delimiter: string, entry: FixRecord): FixField {
  return { kind: 'group', name, tag, schema: `standard:${name}` as SchemaId, delimiter, entry };
}
