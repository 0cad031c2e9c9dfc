import {
  createFixCodec,
  type FixCodec,
  type FixDraft,
  type FixFault,
  fixField,
  type FixField as RuntimeField,
  type FixMessageRecord,
  type FixRecord as RuntimeRecord,
  type FixValue,
} from '../../runtime/fix/index.js';
import type { TextPattern } from '../../runtime/core/text-pattern.js';
import { matches } from '../patterns/matches.js';
import {
  fieldsOf,
  requiredOf,
  rulesOf,
  type FixApi,
  type FixField,
  type FixPredicate,
  type FixRecord,
  type FixValueField,
} from '../model/fix.js';

/** The codec of a description, as the package that is generated of it has it, its members called as FIX calls the fields. */
export function codecOf(api: FixApi): FixCodec {
  const known = new Map<FixRecord, RuntimeRecord>();
  const recordOf = (record: FixRecord): RuntimeRecord => {
    const made = known.get(record) ?? createRecord(record, recordOf);
    known.set(record, made);
    return made;
  };
  const frame = [api.header, api.trailer];
  return createFixCodec({
    beginString: api.beginString,
    ...(api.applVerId === undefined ? {} : { applVerId: api.applVerId }),
    unknownFields: api.unknownFields,
    dataFields: new Map([...frame, ...api.messages.map(({ record }) => record)].flatMap(lengthsOf)),
    header: recordOf(api.header),
    trailer: recordOf(api.trailer),
    messages: api.messages.map(({ name, msgType, record }): FixMessageRecord => ({
      ...recordOf(record),
      type: name,
      msgType,
    })),
  });
}

function createRecord(
  record: FixRecord,
  recordOf: (record: FixRecord) => RuntimeRecord,
): RuntimeRecord {
  const fields = fieldsOf(record);
  const counted = new Map(
    fields.flatMap((field) =>
      field.kind === 'value' && field.lengthOf !== undefined ? [[field.lengthOf, field.tag]] : [],
    ),
  );
  // What counts the bytes of data is no member of its own, in whatever component it stands.
  const own = fields.filter((field) => field.kind === 'group' || field.lengthOf === undefined);
  const required = [...requiredOf(record)].filter((name) =>
    own.some((field) => field.name === name),
  );
  const rules = rulesOf(record);
  return {
    fields: () =>
      Object.fromEntries(
        own.map((field) => [
          field.name,
          field.kind === 'group'
            ? groupField(field, recordOf)
            : valueField(field, counted.get(field.name)),
        ]),
      ),
    required,
    ...(rules.length === 0 ? {} : { check: (value) => brokenRule(record, value) }),
  };
}

function groupField(
  { tag, entry, delimiter, minItems, maxItems }: FixField & { kind: 'group' },
  recordOf: (record: FixRecord) => RuntimeRecord,
): RuntimeField<NonNullable<unknown>> {
  const bounds = {
    ...(minItems === undefined ? {} : { minLength: minItems }),
    ...(maxItems === undefined ? {} : { maxLength: maxItems }),
  };
  // The data that a length stands before begins an entry in place of it.
  const named = fieldsOf(entry).find(({ name }) => name === delimiter);
  const first = (named?.kind === 'value' ? named.lengthOf : undefined) ?? delimiter;
  const record = { ...recordOf(entry), first };
  return fixField.group(tag, record, Object.keys(bounds).length === 0 ? undefined : bounds);
}

function valueField(
  field: FixValueField,
  lengthTag: number | undefined,
): RuntimeField<NonNullable<unknown>> {
  const { tag, form, values, precision } = field;
  if (values !== undefined && form !== 'data' && form !== 'boolean') {
    const listed = values.values;
    if (form === 'integer' || form === 'unsigned')
      return fixField.integerChoice(tag, listed.map(Number));
    const texts = listed.map(String);
    return form === 'list' ? fixField.choices(tag, texts) : fixField.choice(tag, texts);
  }
  const bounds = boundsOf(field);
  switch (form) {
    case 'timestamp':
    case 'time':
      return fixField[form](tag, precision, bounds);
    case 'data':
      return fixField.data(tag, lengthTag ?? tag, bounds);
    case 'boolean':
    case 'list':
      return fixField[form](tag);
    case 'decimal':
      return field.canonical === true
        ? fixField.canonicalDecimal(tag, bounds)
        : fixField.decimal(tag, bounds);
    default:
      return fixField[methods[form]](tag, bounds);
  }
}

const methods = {
  integer: 'integer',
  unsigned: 'unsigned',
  character: 'character',
  text: 'text',
  date: 'date',
  'local-time': 'localTime',
  month: 'month',
  'zoned-time': 'zonedTime',
  'zoned-timestamp': 'zonedTimestamp',
} as const;

/** What a description demands of a value beside its form, as far as it says something of a value of that form. */
function boundsOf({ form, bounds }: FixValueField): Parameters<typeof fixField.text>[1] {
  if (bounds === undefined) return undefined;
  const { minimum, maximum, minLength, maxLength, pattern } = bounds;
  const isNumber = form === 'integer' || form === 'unsigned';
  return {
    ...(minimum === undefined || !(isNumber || form === 'decimal') ? {} : { minimum }),
    ...(maximum === undefined || !(isNumber || form === 'decimal') ? {} : { maximum }),
    ...(minLength === undefined || isNumber ? {} : { minLength }),
    ...(maxLength === undefined || isNumber ? {} : { maxLength }),
    ...(pattern === undefined || isNumber || form === 'data'
      ? {}
      : { pattern: patternOf(pattern) }),
  };
}

/** What text of a message is tested by: never by a pattern that might take for ever, which is then taken to match. */
function patternOf(source: string): TextPattern {
  const asked = {};
  return { source, test: (text) => matches(asked, source, text) !== false };
}

/** The first condition of a record that does not hold for the values that are there. */
function brokenRule(record: FixRecord, value: FixDraft<FixValue>): FixFault | undefined {
  const fields = new Map(fieldsOf(record).map((field) => [field.name, field]));
  const holds = (predicate: FixPredicate): boolean => {
    switch (predicate.kind) {
      case 'present':
        return value[predicate.field] !== undefined;
      case 'value': {
        const there = value[predicate.field];
        const field = fields.get(predicate.field);
        return (
          there === undefined || predicate.values.some((wanted) => isValue(wanted, there, field))
        );
      }
      case 'all':
        return predicate.of.every(holds);
      case 'any':
        return predicate.of.some(holds);
      case 'one':
        return predicate.of.filter(holds).length === 1;
      case 'most-one':
        return predicate.of.filter(holds).length <= 1;
      case 'not':
        return !holds(predicate.of);
    }
  };
  const broken = rulesOf(record).find(
    ({ when, demand }) => (when === undefined || holds(when)) && !holds(demand),
  );
  const tag = broken === undefined ? undefined : fields.get(broken.field)?.tag;
  return broken === undefined || tag === undefined ? undefined : [broken.reason, tag];
}

/** Whether a value is the wanted one; of a list, whether it is in there. Numbers with a point are compared as numbers. */
function isValue(
  wanted: string | number | boolean,
  there: unknown,
  field: FixField | undefined,
): boolean {
  if (Array.isArray(there)) return there.includes(wanted);
  const isDecimal = field?.kind === 'value' && field.form === 'decimal';
  if (isDecimal && field.values === undefined) return Number(there) === Number(wanted);
  return there === wanted;
}

/** The data field of each length field, by tag, groups' included. */
function lengthsOf(record: FixRecord): readonly (readonly [number, number])[] {
  const fields = fieldsOf(record);
  return fields.flatMap((field): readonly (readonly [number, number])[] => {
    if (field.kind === 'group') return lengthsOf(field.entry);
    const data = fields.find(({ name }) => name === field.lengthOf);
    return data === undefined ? [] : [[field.tag, data.tag]];
  });
}
