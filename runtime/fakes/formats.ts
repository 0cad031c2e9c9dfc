import { isByte } from '../core/validate/content.js';
import { isInt32, isInt64 } from '../core/validate/decimal.js';
import { isDate, isDateTime } from '../core/validate/formats/time.js';
import { isUuid } from '../core/validate/formats/index.js';

/** Tests of texts by format. */
const textTests: { readonly [format: string]: (text: string) => boolean } = {
  byte: isByte,
  date: isDate,
  'date-time': isDateTime,
  uuid: isUuid,
};

/** Tests of numbers by format. */
const numberTests: { readonly [format: string]: (value: unknown) => boolean } = {
  int32: isInt32,
  int64: isInt64,
};

/** True if a text has a format, or the format is not asserted. */
export function hasTextFormat(text: string, format: string): boolean {
  return !Object.hasOwn(textTests, format) || textTests[format]?.(text) === true;
}

/** True if a number has a format, or the format is not asserted. */
export function hasNumberFormat(value: number | bigint, format: string): boolean {
  if (typeof value === 'bigint' || !Object.hasOwn(numberTests, format)) return true;
  return numberTests[format]?.(value) === true;
}

/** True if a format allows only integers. */
export function isIntegerFormat(format: string): boolean {
  return Object.hasOwn(numberTests, format);
}
