import { isDateTime } from '../validate/formats/time.js';
import type { TextCodec, AnyTextCodec } from './descriptor.js';

/**
 * Codec of `date-time` as `Date`. The instant is truncated to milliseconds, and the offset is lost. Rejects the second 60, which
 * `Date` cannot represent, and instants outside the years 0000 to 9999 in UTC, which RFC 3339 cannot represent.
 */
export const dateTime: TextCodec<Date> = {
  decode(text) {
    // Fractions are truncated, never rounded to the next second. Engines treat more than three digits differently.
    const plain = text.toUpperCase().replace(/(\.\d{3})\d+/, '$1');
    const date = new Date(isDateTime(text) ? plain : Number.NaN);
    if (!isWritable(date)) throw new RangeError('not a date-time that a Date can represent');
    return date;
  },
  encode(date) {
    if (!isWritable(date)) throw new RangeError('not an instant that RFC 3339 can represent');
    return date.toISOString();
  },
  is: (value): value is Date => value instanceof Date && isWritable(value),
};

/** True for a valid date in the years 0000 to 9999. */
function isWritable(date: Date): boolean {
  const time = date.getTime();
  return time >= first && time <= last;
}

/** Start of year 0000 and end of year 9999, in milliseconds since 1970. */
const first = -62_167_219_200_000;
const last = 253_402_300_799_999;

/** True if a codec can encode a value: according to its `is`, or by trying. */
export function isEncodable(codec: AnyTextCodec, value: unknown): boolean {
  if (codec.is !== undefined) return codec.is(value);
  if (typeof value === 'string' || value === undefined || value === null) return false;
  try {
    const text: unknown = codec.encode(value as never);
    return typeof text === 'string';
  } catch {
    return false;
  }
}
