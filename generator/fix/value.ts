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
  rejectTexts,
  type FixFormat,
} from '../../runtime/fix/index.js';
import type { FixForm, FixValueField } from '../model/fix.js';

/** What is wrong with the value of a field, in the words of a Reject; `undefined` if nothing is. */
export function faultOf(field: FixValueField, value: string): string | undefined {
  if (value === '') return rejectTexts[4];
  const { values, bounds } = field;
  const items = field.form === 'list' ? value.split(' ') : [value];
  if (items.includes('')) return rejectTexts[6];
  const listed = values?.values.map(String);
  if (listed !== undefined)
    return items.every((item) => listed.includes(item)) ? undefined : rejectTexts[5];
  const bytes = bytesOf(value);
  if (!formatOf(field)(bytes, 0, bytes.length)) return rejectTexts[6];
  if (bounds === undefined) return undefined;
  const { minimum = -Infinity, maximum = Infinity } = bounds;
  const { minLength = 0, maxLength = Infinity, pattern } = bounds;
  const isNumber = /^-?\d*\.?\d+$/.test(value);
  const isGood =
    (!isNumber || (Number(value) >= minimum && Number(value) <= maximum)) &&
    (isNumber || (value.length >= minLength && value.length <= maxLength)) &&
    (pattern === undefined || value.length > 1000 || new RegExp(pattern, 'u').test(value));
  return isGood ? undefined : rejectTexts[5];
}

/** What a value is called: the name of one of the values that a field may have. */
export function meaningOf(field: FixValueField, value: string): string | undefined {
  const { values } = field;
  if (values?.names === undefined) return undefined;
  const { names } = values;
  const items = field.form === 'list' ? value.split(' ') : [value];
  const words = items.map(
    (item) => names[values.values.findIndex((each) => String(each) === item)],
  );
  return words.includes(undefined) ? undefined : words.join(' ');
}

/** The text of a value that is given by its name, or as it stands on the wire. */
export function valueCalled(field: FixValueField, text: string): string {
  const { values } = field;
  const items = field.form === 'list' ? text.split(' ') : [text];
  const found = items.map((item) => {
    if (values?.values.some((value) => String(value) === item) === true) return item;
    const at = values?.names?.indexOf(item) ?? -1;
    return at < 0 ? item : String(values?.values[at]);
  });
  return found.join(' ');
}

/** One byte for each character. */
export function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

const everyFraction = [0, 3, 6, 9, 12];

function formatOf({ form, canonical, precision = everyFraction }: FixValueField): FixFormat {
  if (form === 'timestamp') return isTimestampOf(precision);
  if (form === 'time') return isTimeOf(precision);
  if (form === 'decimal' && canonical === true) return isCanonicalDecimal;
  return formats[form];
}

const formats: { readonly [Form in FixForm]: FixFormat } = {
  integer: isInteger,
  unsigned: isUnsigned,
  decimal: isDecimal,
  character: isCharacter,
  boolean: isBoolean,
  text: isText,
  list: isText,
  data: isText,
  timestamp: isTimestampOf(everyFraction),
  time: isTimeOf(everyFraction),
  date: isDate,
  'local-time': isTime,
  month: isMonthYear,
  'zoned-time': isZonedTime,
  'zoned-timestamp': isZonedTimestamp,
};
