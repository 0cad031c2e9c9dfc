import type { FixBounds, FixField, FixKind } from './field.js';
import {
  isBoolean,
  isCanonicalDecimal,
  isCharacter,
  isDate,
  isDecimal,
  isInteger,
  isMonthYear,
  isText,
  isTime,
  isTimeOf,
  isTimestampOf,
  isUnsigned,
  isZonedTime,
  isZonedTimestamp,
  type FixFormat,
} from './formats.js';
import type { FixRecord } from './record.js';
import { fixValues, type FixListed, type FixValues } from './values.js';

/** A field of a record, prepared for reading and writing. */
export interface FixSlot {
  readonly tag: number;
  /** `undefined` for a length field. */
  readonly name: string | undefined;
  readonly kind: FixKind;
  readonly format: FixFormat;
  readonly values: FixValues;
  readonly bounds: FixBounds | undefined;
  /** Tag of the length field of a data field. */
  readonly lengthTag: number;
  readonly entry: FixRecord | undefined;
  readonly isRequired: boolean;
  /** Position in the order of writing. */
  readonly order: number;
  /** Number of the last message or entry that contained the field. */
  seen: number;
}

/** Prepares a field with a value. */
export function valueSlot(
  name: string,
  field: FixField,
  isRequired: boolean,
  order: number,
): FixSlot {
  const { tag, kind, bounds, listed, lengthTag = 0, entry } = field;
  return {
    tag,
    name,
    kind,
    format: formatOf(field),
    values: listed === undefined ? noValues : tableOf(listed),
    bounds,
    lengthTag,
    entry,
    isRequired,
    order,
    seen: 0,
  };
}

/** Prepares the length field of a data field. */
export function lengthSlot(tag: number, isRequired: boolean, order: number): FixSlot {
  return {
    tag,
    name: undefined,
    kind: 'unsigned',
    format: isUnsigned,
    values: noValues,
    bounds: undefined,
    lengthTag: 0,
    entry: undefined,
    isRequired,
    order,
    seen: 0,
  };
}

/** True if a value satisfies the constraints other than its format. */
export function isWithin(value: unknown, bounds: FixBounds): boolean {
  const { minimum, maximum, minLength, maxLength, pattern } = bounds;
  if (minimum !== undefined && !(Number(value) >= minimum)) return false;
  if (maximum !== undefined && !(Number(value) <= maximum)) return false;
  if (pattern !== undefined && !(typeof value === 'string' && pattern.test(value))) return false;
  if (minLength === undefined && maxLength === undefined) return true;
  if (typeof value !== 'string' && !(value instanceof Uint8Array) && !Array.isArray(value))
    return false;
  const { length } = value;
  return length >= (minLength ?? 0) && length <= (maxLength ?? length);
}

const noValues: FixValues = fixValues([]);
const tables = new WeakMap<FixListed<string | number>, FixValues>();

/** Shared table for all fields with the same values. */
function tableOf(listed: FixListed<string | number>): FixValues {
  const cached = tables.get(listed);
  if (cached !== undefined) return cached;
  const table = fixValues(Object.values<string | number>(listed));
  tables.set(listed, table);
  return table;
}

/** Allowed numbers of fractional digits if the description specifies none. */
const anyFraction = [0, 3, 6, 9, 12];
const anyTimestamp = isTimestampOf(anyFraction);
const anyTime = isTimeOf(anyFraction);
const formats: { readonly [Kind in FixKind]: FixFormat } = {
  text: isText,
  choice: isText,
  decimal: isDecimal,
  canonicalDecimal: isCanonicalDecimal,
  integer: isInteger,
  unsigned: isUnsigned,
  timestamp: anyTimestamp,
  boolean: isBoolean,
  group: isUnsigned,
  character: isCharacter,
  integerChoice: isInteger,
  list: isText,
  choices: isText,
  data: isText,
  time: anyTime,
  date: isDate,
  localTime: isTime,
  month: isMonthYear,
  zonedTime: isZonedTime,
  zonedTimestamp: isZonedTimestamp,
};

function formatOf({ kind, fractions }: FixField): FixFormat {
  if (fractions === undefined) return formats[kind];
  return kind === 'time' ? isTimeOf(fractions) : isTimestampOf(fractions);
}
