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
import { exported } from './exported.js';
import { fixExports } from './fix-exports.js';
import { fixMembers } from './fix-members.js';
import { collect, messageWishes, otherWishes, sharedWishes } from './fix-names.js';
import { type FixRequestPlan, requestsOf } from './fix-requests.js';
import { tagRanges } from './fix-tags.js';
import { typeRules, type FixAlternatives } from './fix-types.js';
import { chooseNames, isMemberName, memberIdentifier } from './names.js';
import type { Identifier, IdentifierName } from './plan.js';
import { lowerFirst, pascalCase, wordsOf } from './words.js';

/** Everything TypeScript will say of FIX. */
export interface FixPlan {
  readonly fix: FixApi;
  /** `kettlesCodec`. */
  readonly codec: Identifier;
  /** `KettlesMessage`: the union of all messages. */
  readonly messageType: Identifier;
  /** `KettlesView`: the union of their views. */
  readonly viewType: Identifier;
  readonly values: readonly FixValuesPlan[];
  /** What has an interface: components, entries of groups, then messages. */
  readonly records: readonly FixRecordPlan[];
  readonly header: FixRecordPlan;
  readonly trailer: FixRecordPlan;
  /** The tags of all messages as ranges, the first and the last of each, where there are too many to look for when they are needed. */
  readonly tagRanges: readonly number[];
  readonly sessions: readonly FixSessionPlan[];
}

/** An `enum`: a type, and a constant where its values have names. */
export interface FixValuesPlan {
  readonly set: FixValueSet;
  /** `Side`, which is the constant too. */
  readonly type: Identifier;
  /** The values by their names; empty where they have none. */
  readonly members: readonly {
    readonly name: string;
    readonly value: string | number;
    readonly prose?: string;
  }[];
}

export interface FixRecordPlan {
  readonly record: FixRecord;
  readonly kind: 'message' | 'entry' | 'component' | 'frame';
  /** `NewOrderSingle`. */
  readonly type: Identifier;
  /** The interface of its fields, where the type says more than those. */
  readonly base?: Identifier;
  readonly message?: FixMessage;
  /** All of its fields, in ascending order of tags but for an entry, whose order is the document's. */
  readonly fields: readonly FixFieldPlan[];
  /** Fields that its own interface declares. */
  readonly own: readonly FixFieldPlan[];
  readonly parts: readonly FixRecordPlan[];
  readonly rules: readonly FixRule[];
  /** What the type says beside the fields: of each list exactly one holds. */
  readonly alternatives: readonly FixAlternatives[];
  /** `newOrderSingle`, what it consists of, and `checkNewOrderSingle` for its rules. */
  readonly table: Identifier;
  readonly check?: Identifier;
  /** `NewOrderSingleView`, of a message. */
  readonly view?: Identifier;
  /** The member that begins an entry. */
  readonly first?: IdentifierName;
}

export interface FixFieldPlan {
  readonly field: FixField;
  /** `clOrdId`. */
  readonly member: IdentifierName;
  readonly required: boolean;
  readonly values?: FixValuesPlan;
  readonly entry?: FixRecordPlan;
  /** Of a data field, the one that counts its bytes. */
  readonly length?: FixValueField;
}

/** What a record is to those that have it: a message, the entry of a group, a part of the frame. */
interface PlannedAs {
  readonly message?: FixMessage;
  readonly delimiter?: string;
  readonly part?: 'Header' | 'Trailer';
}

/** One server: an initiator and an acceptor. */
export interface FixSessionPlan {
  readonly session: FixSession;
  /** `kettlesOrderEntryPolicy`. */
  readonly policy: Identifier;
  /** `KettlesOrderEntryClientMessage` and `KettlesOrderEntryServerMessage`: what each side sends. */
  readonly fromClient: Identifier;
  readonly fromServer: Identifier;
  /** `KettlesOrderEntryTypes`: who sends what, and what answers what. */
  readonly types: Identifier;
  /** `kettlesOrderEntryDescriptor`. */
  readonly descriptor: Identifier;
  /** `createKettlesOrderEntryInitiator` and `createKettlesOrderEntryAcceptor`. */
  readonly initiator: Identifier;
  readonly acceptor: Identifier;
  readonly requests: readonly FixRequestPlan[];
  /** What a client begins with. */
  readonly logon: FixRecordPlan | undefined;
}

const TYPES = 'messages.ts';
const ENUMS = 'enums.ts';
const CODEC = 'codec.ts';
const SESSIONS = 'sessions.ts';

/** Chooses the names of everything FIX; nothing where no server speaks it. */
export function planFix(api: Api, base: string, taken: Set<string>): FixPlan | undefined {
  const { fix } = api;
  if (fix === undefined) return undefined;
  for (const name of fixExports) taken.add(name);
  const found = collect(fix);
  const shared = chooseNames(sharedWishes(base, fix), taken);
  const names = chooseNames(messageWishes(fix), taken);
  const others = chooseNames(otherWishes(found), taken);
  const values = new Map(
    [...found.sets.values()].map((set) => [
      set.schema,
      valuesPlan(set, exportedFrom(others, `values ${set.schema}`, ENUMS, 'value')),
    ]),
  );
  const members = fixMembers([...found.fields]);
  const plans = new Map<string, FixRecordPlan>();
  const nameOf = (record: FixRecord, message: FixMessage | undefined): IdentifierName =>
    (message === undefined
      ? others.get(`record ${record.key}`)
      : names.get(`message ${message.msgType}`)) ?? memberIdentifier('Fields');

  function planRecord(
    record: FixRecord,
    kind: FixRecordPlan['kind'],
    { message, delimiter, part }: PlannedAs = {},
  ): FixRecordPlan {
    const key = message === undefined ? record.key : `message ${message.msgType}`;
    const known = plans.get(key);
    if (known !== undefined) return known;
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
    const inFile = (wish: string, from: string, kindOf: 'type' | 'value'): Identifier =>
      local(wish, from, kindOf, taken);
    const plan: FixRecordPlan = {
      record,
      kind,
      type: { name, from: TYPES, typeOnly: true },
      ...(alternatives.length === 0 ? {} : { base: inFile(`${name}Fields`, TYPES, 'type') }),
      ...(message === undefined ? {} : { message }),
      fields: kind === 'entry' ? fields : [...fields].sort((a, b) => a.field.tag - b.field.tag),
      own: fields.filter((each) => isOwn(each, record, parts)),
      parts,
      rules,
      alternatives,
      table: inFile(lowerFirst(name), CODEC, 'value'),
      ...(message === undefined ? {} : { view: inFile(`${name}View`, TYPES, 'type') }),
      ...(first === undefined ? {} : { first: first.member }),
      ...(rules.length === 0 ? {} : { check: inFile(`check${name}`, CODEC, 'value') }),
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

const exportedFrom = exported;

function valuesPlan(set: FixValueSet, type: Identifier): FixValuesPlan {
  const { values, names, descriptions } = set;
  const spelt = (names ?? []).map((name) => pascalCase(wordsOf(name)));
  const isUsable = new Set(spelt).size === values.length && spelt.every(isMemberName);
  const members = values.flatMap((value, index) => {
    const name = isUsable ? spelt[index] : names?.[index];
    const prose = descriptions?.[index];
    return name === undefined ? [] : [{ name, value, ...(prose === undefined ? {} : { prose }) }];
  });
  return {
    set,
    type: { ...type, typeOnly: members.length === 0 },
    members,
  };
}

/** What begins an entry: of data, whose length comes first, the data. */
function firstOf(
  fields: readonly FixFieldPlan[],
  delimiter: string | undefined,
): FixFieldPlan | undefined {
  const named = fields.find(({ field }) => field.name === delimiter);
  const data = named?.field.kind === 'value' ? named.field.lengthOf : undefined;
  return fields.find(({ field }) => field.name === data) ?? named;
}

/** A name of one file, which avoids all others nevertheless: files are read together. */
function local(wish: string, from: string, kind: 'type' | 'value', taken: Set<string>): Identifier {
  const names = chooseNames([{ key: wish, candidates: [wish] }], taken);
  return exported(names, wish, from, kind);
}

/** Whether an interface says a field itself: its own, or one of which its parts do not say the same. */
function isOwn(
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
