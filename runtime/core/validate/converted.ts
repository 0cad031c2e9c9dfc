import { dateTime, isEncodable } from '../dates/date-time.js';
import type { AnyTextCodec } from '../dates/descriptor.js';

/** True for a `Date` that RFC 3339 can represent. */
export function isValidDate(value: unknown): boolean {
  return isEncodable(dateTime, value);
}

/** True for a value that the codec can encode. */
export function isValueOf(codec: AnyTextCodec, value: unknown): boolean {
  return isEncodable(codec, value);
}
