import { dateTime } from '../dates/date-time.js';
import { isEncodable } from '../dates/value-of.js';
import type { AnyTextCodec } from '../dates/descriptor.js';

/** Whether a value is a `Date` that RFC 3339 can write. */
export function isValidDate(value: unknown): boolean {
  return isEncodable(dateTime, value);
}

/** Whether a value is one that a codec writes. */
export function isValueOf(codec: AnyTextCodec, value: unknown): boolean {
  return isEncodable(codec, value);
}
