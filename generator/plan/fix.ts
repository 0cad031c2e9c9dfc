import type { Api } from '../model/api.js';
import { fieldsOf, requiredOf, rulesOf } from '../model/fix.js';
import type {
  FixApi,
  FixField,
  FixMessage,
  FixRecord,
  FixRule,
  FixSession,
  FixValueField,
  FixValueSet,
} from '../model/fix.js';
import { exportedIdentifier } from './chosen-names.js';
import { fixExports } from './fix-exports.js';
import { fixMembers } from './fix-members.js';
import {
  collectNamed,
  messageNameRequests,
  otherNameRequests,
  sharedNameRequests,
} from './fix-names.js';
import { type FixRequestPlan, requestsOf } from './fix-requests.js';
import { tagRanges } from './fix-tags.js';
import { typeRules, type FixAlternatives } from './fix-types.js';
import { chooseNames, isMemberName, memberIdentifier } from './names.js';
import type { Identifier, IdentifierName } from './plan.js';
import { lowerFirst, pascalCase, wordsOf } from './words.js';

/** Names and types of all generated FIX code. */
export interface FixPlan {
  readonly fix: FixApi;
  /** Name of the codec, such as `kettlesCodec`. */
  readonly codec: Identifier;
  /** Name of the union of all messages, such as `KettlesMessage`. */
  readonly messageType: Identifier;
  /** Name of the union of all views, such as `KettlesView`. */
  readonly viewType: Identifier;
  readonly values: readonly FixValuesPlan[];
  /** Records with an interface: components, group entries, then messages. */
  readonly records: readonly FixRecordPlan[];
  readonly header: FixRecordPlan;
  readonly trailer: FixRecordPlan;
  /**
   * Tags of all messages as ranges, first and last of each. Empty if a codec can collect them at
   * run time.
   */
  readonly tagRanges: readonly number[];
  readonly sessions: readonly FixSessionPlan[];
}

/** A value set: a type, and a constant if its values have names. */
export interface FixValuesPlan {
  readonly set: FixValueSet;
  /** Name of the type and of the constant, such as `Side`. */
  readonly type: Identifier;
  /** Values with names. Empty if the values have no names. */
  readonly members: readonly {
    readonly name: string;
    readonly value: string | number;
    readonly prose?: string;
  }[];
}

export interface FixRecordPlan {
  readonly record: FixRecord;
  readonly kind: 'message' | 'entry' | 'component' | 'frame';
  /** Name of the type, such as `NewOrderSingle`. */
  readonly type: Identifier;
  /** Interface with the fields only. Present if the type has further constraints. */
  readonly base?: Identifier;
  readonly message?: FixMessage;
  /**
   * All fields. In ascending order of tags, except in group entries, which keep the document's
   * order.
   */
  readonly fields: readonly FixFieldPlan[];
  /** Fields that the record's own interface declares. */
  readonly own: readonly FixFieldPlan[];
  readonly parts: readonly FixRecordPlan[];
  readonly rules: readonly FixRule[];
  /** Constraints of the type besides its fields. Exactly one alternative of each list holds. */
  readonly alternatives: readonly FixAlternatives[];
  /**
   * Names of the field table, such as `newOrderSingle`, and of the function that checks its rules,
   * such as `checkNewOrderSingle`.
   */
  readonly table: Identifier;
  readonly check?: Identifier;
  /** Name of a message's view, such as `NewOrderSingleView`. */
  readonly view?: Identifier;
  /** Member that begins a group entry. */
  readonly first?: IdentifierName;
}

export interface FixFieldPlan {
  readonly field: FixField;
  /** Property name, such as `clOrdId`. */
  readonly member: IdentifierName;
  readonly required: boolean;
  readonly values?: FixValuesPlan;
  readonly entry?: FixRecordPlan;
  /** For a data field, the field that contains its length in bytes. */
  readonly length?: FixValueField;
}

/** Role of a record: a message, a group entry, or the header or trailer. */
interface RecordRole {
  readonly message?: FixMessage;
  readonly delimiter?: string;
  readonly part?: 'Header' | 'Trailer';
}

/** Names for one server: an initiator and an acceptor. */
export interface FixSessionPlan {
  readonly session: FixSession;
  /** Name of the policy, such as `kettlesOrderEntryPolicy`. */
  readonly policy: Identifier;
  /**
   * Types of the messages that each side sends, such as `KettlesOrderEntryClientMessage` and
   * `KettlesOrderEntryServerMessage`.
   */
  readonly fromClient: Identifier;
  readonly fromServer: Identifier;
  /** Type with the messages of each side and their replies, such as `KettlesOrderEntryTypes`. */
  readonly types: Identifier;
  /** Name of the descriptor, such as `kettlesOrderEntryDescriptor`. */
  readonly descriptor: Identifier;
  /**
   * Factories, such as `createKettlesOrderEntryInitiator` and `createKettlesOrderEntryAcceptor`.
   */
  readonly initiator: Identifier;
  readonly acceptor: Identifier;
  readonly requests: readonly FixRequestPlan[];
  /** Message with which a client logs on. */
  readonly logon: FixRecordPlan | undefined;
}

const TYPES = 'messages.ts';
const ENUMS = 'enums.ts';
const CODEC = 'codec.ts';
const SESSIONS = 'sessions.ts';

/** Chooses the names of all FIX code. Returns `undefined` if no server uses FIX. */
export function planFix(api: Api, base: string, taken: Set<string>): FixPlan | undefined {
  const { fix } = api;
  if (fix === undefined) return undefined;
  for (const name of fixExports) taken.add(name);
  const named = collectNamed(fix);
  const shared = chooseNames(sharedNameRequests(base, fix), taken);
  const names = chooseNames(messageNameRequests(fix), taken);
  const others = chooseNames(otherNameRequests(named), taken);
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
      local(candidate, from, kindOf, taken);
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
  taken: Set<string>,
): Identifier {
  const names = chooseNames([{ key: candidate, candidates: [candidate] }], taken);
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
