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

/** Creates the same codec that generated code has, with the FIX names of fields as property names. */
export function codecOf(api: FixApi): FixCodec {
  const cache = new Map<FixRecord, RuntimeRecord>();
  const recordOf = (record: FixRecord): RuntimeRecord => {
    const runtimeRecord = cache.get(record) ?? createRecord(record, recordOf);
    cache.set(record, runtimeRecord);
    return runtimeRecord;
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
  const lengthTags = new Map(
    fields.flatMap((field) =>
      field.kind === 'value' && field.lengthOf !== undefined ? [[field.lengthOf, field.tag]] : [],
    ),
  );
  // A length field is not a property, even if its data field is in another component.
  const properties = fields.filter(
    (field) => field.kind === 'group' || field.lengthOf === undefined,
  );
  const required = [...requiredOf(record)].filter((name) =>
    properties.some((field) => field.name === name),
  );
  const rules = rulesOf(record);
  return {
    fields: () =>
      Object.fromEntries(
        properties.map((field) => [
          field.name,
          field.kind === 'group'
            ? groupField(field, recordOf)
            : valueField(field, lengthTags.get(field.name)),
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
  // If the delimiter is a length field, its data field is the first property of the entry.
  const delimiterField = fieldsOf(entry).find(({ name }) => name === delimiter);
  const first =
    (delimiterField?.kind === 'value' ? delimiterField.lengthOf : undefined) ?? delimiter;
  const record = { ...recordOf(entry), first };
  return fixField.group(tag, record, Object.keys(bounds).length === 0 ? undefined : bounds);
}

function valueField(
  field: FixValueField,
  lengthTag: number | undefined,
): RuntimeField<NonNullable<unknown>> {
  const { tag, form, values, precision } = field;
  if (values !== undefined && form !== 'data' && form !== 'boolean') {
    const allowed = values.values;
    if (form === 'integer' || form === 'unsigned')
      return fixField.integerChoice(tag, allowed.map(Number));
    const texts = allowed.map(String);
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

/** Constraints on a value beyond its form. Omits those that do not apply to the form. */
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

/** Compiles a pattern for values. A pattern whose matching time is unbounded is not run and accepts every value. */
function patternOf(source: string): TextPattern {
  const budget = {};
  return { source, test: (text) => matches(budget, source, text) !== false };
}

/** The first rule of a record that the value violates. */
function brokenRule(record: FixRecord, value: FixDraft<FixValue>): FixFault | undefined {
  const fields = new Map(fieldsOf(record).map((field) => [field.name, field]));
  const holds = (predicate: FixPredicate): boolean => {
    switch (predicate.kind) {
      case 'present':
        return value[predicate.field] !== undefined;
      case 'value': {
        const actual = value[predicate.field];
        const field = fields.get(predicate.field);
        return (
          actual === undefined ||
          predicate.values.some((expected) => isValue(expected, actual, field))
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
  const violated = rulesOf(record).find(
    ({ when, demand }) => (when === undefined || holds(when)) && !holds(demand),
  );
  const tag = violated === undefined ? undefined : fields.get(violated.field)?.tag;
  return violated === undefined || tag === undefined ? undefined : [violated.reason, tag];
}

/** True if a value equals the expected one, or if a list contains it. Decimal numbers are compared by value. */
function isValue(
  expected: string | number | boolean,
  actual: unknown,
  field: FixField | undefined,
): boolean {
  if (Array.isArray(actual)) return actual.includes(expected);
  const isDecimal = field?.kind === 'value' && field.form === 'decimal';
  if (isDecimal && field.values === undefined) return Number(actual) === Number(expected);
  return actual === expected;
}

/** Data fields by the tag of their length field, including those in groups. */
function lengthsOf(record: FixRecord): readonly (readonly [number, number])[] {
  const fields = fieldsOf(record);
  return fields.flatMap((field): readonly (readonly [number, number])[] => {
    if (field.kind === 'group') return lengthsOf(field.entry);
    const data = fields.find(({ name }) => name === field.lengthOf);
    return data === undefined ? [] : [[field.tag, data.tag]];
  });
}
