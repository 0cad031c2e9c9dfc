import type { Api } from '../../model/api.js';
import {
  fieldsOf,
  requiredOf,
  rulesOf,
  type FixMessage,
  type FixRecord,
  type FixValueSet,
  type FixApi,
} from '../../model/fix.js';
import { exportedIdentifier, type NameScope } from '../../plan/names/name-scope.js';
import { fixExports } from './fix-exports.js';
import { fixMembers } from './fix-members.js';
import {
  collectNamed,
  messageNameRequests,
  otherNameRequests,
  sharedNameRequests,
} from './fix-names.js';
import { requestsOf } from './fix-requests.js';
import { typeRules } from './fix-types.js';
import { isMemberName, memberIdentifier } from '../../plan/names/names.js';
import type { Identifier, IdentifierName } from '../../plan/plan.js';
import { lowerFirst, pascalCase, wordsOf } from '../../plan/names/words.js';
import type { FixPlan, FixValuesPlan, FixRecordPlan, FixFieldPlan } from './plan.js';

/** Role of a record: a message, a group entry, or the header or trailer. */
interface RecordRole {
  readonly message?: FixMessage;
  readonly delimiter?: string;
  readonly part?: 'Header' | 'Trailer';
}

const TYPES = 'messages.ts';
const ENUMS = 'enums.ts';
const CODEC = 'codec.ts';
const SESSIONS = 'sessions.ts';

/** Chooses the names of all FIX code. Returns `undefined` if no server uses FIX. */
export function planFix(api: Api, base: string, scope: NameScope): FixPlan | undefined {
  const { fix } = api;
  if (fix === undefined) return undefined;
  scope.reserve(fixExports);
  const named = collectNamed(fix);
  const shared = scope.choose(sharedNameRequests(base, fix));
  const names = scope.choose(messageNameRequests(fix));
  const others = scope.choose(otherNameRequests(named));
  const values = new Map(
    [...named.sets.values()].map((set) => [
      set.schema,
      valuesPlan(set, exportedFrom(others, `values ${set.schema}`, ENUMS, 'value')),
    ]),
  );
  const members = fixMembers([...named.fields]);
  const plans = new Map<string, FixRecordPlan>();
  const nameOf = (record: FixRecord, message: FixMessage | undefined): IdentifierName =>
    (message === undefined
      ? others.get(`record ${record.key}`)
      : names.get(`message ${message.msgType}`)) ?? memberIdentifier('Fields');

  function planRecord(
    record: FixRecord,
    kind: FixRecordPlan['kind'],
    { message, delimiter, part }: RecordRole = {},
  ): FixRecordPlan {
    const key = message === undefined ? record.key : `message ${message.msgType}`;
    const planned = plans.get(key);
    if (planned !== undefined) return planned;
    const required = requiredOf(record);
    const parts = record.parts.map((part) => planRecord(part, 'component'));
    const all = fieldsOf(record);
    const lengths = new Map(
      all.flatMap((field) =>
        field.kind === 'value' && field.lengthOf !== undefined ? [[field.lengthOf, field]] : [],
      ),
    );
    const fields = all.map((field): FixFieldPlan => {
      const length = lengths.get(field.name);
      const set = field.kind === 'value' ? field.values : undefined;
      const listed = set === undefined ? undefined : values.get(set.schema);
      return {
        field,
        member: memberIdentifier(members.get(field.name) ?? field.name),
        required: required.has(field.name),
        ...(listed === undefined ? {} : { values: listed }),
        ...(field.kind === 'group'
          ? { entry: planRecord(field.entry, 'entry', { delimiter: field.delimiter }) }
          : {}),
        ...(length === undefined ? {} : { length }),
      };
    });
    const name = part === undefined ? nameOf(record, message) : memberIdentifier(part);
    const first = firstOf(fields, delimiter);
    const rules = kind === 'component' || kind === 'frame' ? [] : rulesOf(record);
    const alternatives = kind === 'component' || kind === 'frame' ? [] : typeRules(rules, fields);
    const fileName = (candidate: string, from: string, kindOf: 'type' | 'value'): Identifier =>
      local(candidate, from, kindOf, scope);
    const plan: FixRecordPlan = {
      record,
      kind,
      type: { name, from: TYPES, typeOnly: true },
      ...(alternatives.length === 0 ? {} : { base: fileName(`${name}Fields`, TYPES, 'type') }),
      ...(message === undefined ? {} : { message }),
      fields: kind === 'entry' ? fields : [...fields].sort((a, b) => a.field.tag - b.field.tag),
      own: fields.filter((each) => isDeclaredHere(each, record, parts)),
      parts,
      rules,
      alternatives,
      table: fileName(lowerFirst(name), CODEC, 'value'),
      ...(message === undefined ? {} : { view: fileName(`${name}View`, TYPES, 'type') }),
      ...(first === undefined ? {} : { first: first.member }),
      ...(rules.length === 0 ? {} : { check: fileName(`check${name}`, CODEC, 'value') }),
    };
    plans.set(key, plan);
    return plan;
  }

  for (const message of fix.messages) planRecord(message.record, 'message', { message });
  const header = planRecord(fix.header, 'frame', { part: 'Header' });
  const trailer = planRecord(fix.trailer, 'frame', { part: 'Trailer' });
  return {
    fix,
    codec: exportedFrom(shared, 'codec', CODEC, 'value'),
    messageType: exportedFrom(shared, 'message', TYPES, 'type'),
    viewType: exportedFrom(shared, 'view', TYPES, 'type'),
    values: [...values.values()],
    records: [...plans.values()].filter((plan) => plan !== header && plan !== trailer),
    header,
    trailer,
    tagRanges: tagRanges(fix),
    sessions: fix.sessions.map((session) => ({
      session,
      policy: exportedFrom(shared, `policy ${session.name}`, SESSIONS, 'value'),
      fromClient: exportedFrom(shared, `client ${session.name}`, TYPES, 'type'),
      fromServer: exportedFrom(shared, `server ${session.name}`, TYPES, 'type'),
      types: exportedFrom(shared, `types ${session.name}`, SESSIONS, 'type'),
      descriptor: exportedFrom(shared, `descriptor ${session.name}`, SESSIONS, 'value'),
      initiator: exportedFrom(shared, `initiator ${session.name}`, SESSIONS, 'value'),
      acceptor: exportedFrom(shared, `acceptor ${session.name}`, SESSIONS, 'value'),
      requests: requestsOf(session, [...plans.values()]),
      logon: [...plans.values()].find(({ message }) => message?.msgType === 'A'),
    })),
  };
}

const exportedFrom = exportedIdentifier;

function valuesPlan(set: FixValueSet, type: Identifier): FixValuesPlan {
  const { values, names, descriptions } = set;
  const memberNames = (names ?? []).map((name) => pascalCase(wordsOf(name)));
  const isUsable = new Set(memberNames).size === values.length && memberNames.every(isMemberName);
  const members = values.flatMap((value, index) => {
    const name = isUsable ? memberNames[index] : names?.[index];
    const prose = descriptions?.[index];
    return name === undefined ? [] : [{ name, value, ...(prose === undefined ? {} : { prose }) }];
  });
  return {
    set,
    type: { ...type, typeOnly: members.length === 0 },
    members,
  };
}

/**
 * First member of an entry. If the entry begins with the length of a data field, that is the data
 * field.
 */
function firstOf(
  fields: readonly FixFieldPlan[],
  delimiter: string | undefined,
): FixFieldPlan | undefined {
  const named = fields.find(({ field }) => field.name === delimiter);
  const data = named?.field.kind === 'value' ? named.field.lengthOf : undefined;
  return fields.find(({ field }) => field.name === data) ?? named;
}

/**
 * Chooses a name for one file. It still avoids the names of all files, because they are read
 * together.
 */
function local(
  candidate: string,
  from: string,
  kind: 'type' | 'value',
  scope: NameScope,
): Identifier {
  const names = scope.choose([{ key: candidate, candidates: [candidate] }]);
  return exportedIdentifier(names, candidate, from, kind);
}

/**
 * True if the record's interface declares the field: its own fields, and fields on which its parts
 * disagree.
 */
function isDeclaredHere(
  { field, required }: FixFieldPlan,
  record: FixRecord,
  parts: readonly FixRecordPlan[],
): boolean {
  if (record.fields.includes(field)) return true;
  const owners = parts.filter((part) => part.fields.some((each) => each.field.name === field.name));
  return (
    owners.length !== 1 ||
    owners[0]?.fields.find((each) => each.field.name === field.name)?.required !== required
  );
}

/**
 * Number of tags above which they are listed in the generated code. A codec can collect fewer from
 * its messages quickly at run time.
 */
const MAX_COLLECTED_TAGS = 200;

/**
 * Tags of all messages and their groups as ranges: first and last tag of each, flattened. Empty if
 * there are few tags.
 */
function tagRanges({ messages }: FixApi): readonly number[] {
  const tags = new Set<number>();
  const seen = new Set<FixRecord>();
  const collect = (record: FixRecord): void => {
    if (seen.has(record)) return;
    seen.add(record);
    for (const part of record.parts) collect(part);
    for (const field of record.fields) {
      tags.add(field.tag);
      if (field.kind === 'group') collect(field.entry);
    }
  };
  for (const { record } of messages) collect(record);
  if (tags.size <= MAX_COLLECTED_TAGS) return [];
  const ranges: number[] = [];
  for (const tag of [...tags].sort((a, b) => a - b)) {
    if (ranges.at(-1) === tag - 1) ranges[ranges.length - 1] = tag;
    else ranges.push(tag, tag);
  }
  return ranges;
}
