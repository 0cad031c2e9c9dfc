import { isDateTime } from '../validate/formats/time.js';
import type { TextCodec } from './descriptor.js';

/**
 * `date-time` as `Date`: the instant, cut off after its milliseconds; the offset is not kept. Refuses what a `Date` has no value for,
 * which is the second 60, and an instant outside the years 0000 to 9999 of UTC, which RFC 3339 has no text for.
 */
export const dateTime: TextCodec<Date> = {
  decode(text) {
    // A fraction is cut, never rounded into the next second; engines differ in what they make of more than three digits.
    const plain = text.toUpperCase().replace(/(\.\d{3})\d+/, '$1');
    const date = new Date(isDateTime(text) ? plain : Number.NaN);
    if (!isWritable(date)) throw new RangeError('no date-time that a Date can hold');
    return date;
  },
  encode(date) {
    if (!isWritable(date)) throw new RangeError('no instant that RFC 3339 can write');
    return date.toISOString();
  },
  is: (value): value is Date => value instanceof Date && isWritable(value),
};

/** Whether a date is one, in the years that have four digits. */
function isWritable(date: Date): boolean {
  const time = date.getTime();
  return time >= first && time <= last;
}

/** 0000-01-01 and the end of 9999, in milliseconds since 1970. */
const first = -62_167_219_200_000;
const last = 253_402_300_799_999;
