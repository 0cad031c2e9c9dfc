/** Whether the bytes between two places have the form of a FIX data type. There is at least one. */
export type FixFormat = (bytes: Uint8Array, start: number, end: number) => boolean;

const ZERO = 48;
const MINUS = 45;
const POINT = 46;

/** `int`: digits, a minus before them. */
export const isInteger: FixFormat = (bytes, start, end) =>
  areDigits(bytes, bytes[start] === MINUS ? start + 1 : start, end);

/** What counts: digits. */
export const isUnsigned: FixFormat = (bytes, start, end) => areDigits(bytes, start, end);

/** `float`: digits with at most one point among them, a minus before them. Zeros may stand in front. */
export const isDecimal: FixFormat = (bytes, start, end) => {
  let digits = 0;
  let points = 0;
  for (let at = bytes[start] === MINUS ? start + 1 : start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte >= ZERO && byte <= ZERO + 9) digits++;
    else if (byte !== POINT || points++ > 0) return false;
  }
  return digits > 0;
};

/** The same without zeros in front, but the one that stands before a point or for itself. */
export const isCanonicalDecimal: FixFormat = (bytes, start, end) => {
  const first = bytes[start] === MINUS ? start + 1 : start;
  const isPadded = bytes[first] === ZERO && first + 1 < end && bytes[first + 1] !== POINT;
  return !isPadded && isDecimal(bytes, start, end);
};

/** `char`: one byte. */
export const isCharacter: FixFormat = (_bytes, start, end) => end - start === 1;

/** `Boolean`: Y or N. */
export const isBoolean: FixFormat = (bytes, start, end) =>
  end - start === 1 && (bytes[start] === 89 || bytes[start] === 78);

/** `UTCDateOnly` and `LocalMktDate`: `YYYYMMDD`, a day that the calendar has. */
export const isDate: FixFormat = (bytes, start, end) => {
  if (end - start !== 8 || !areDigits(bytes, start, end)) return false;
  const year = pair(bytes, start) * 100 + pair(bytes, start + 2);
  return isDay(year, pair(bytes, start + 4), pair(bytes, start + 6));
};

/** `MonthYear`: `YYYYMM`, `YYYYMMDD` or `YYYYMMw1` to `w5`. */
export const isMonthYear: FixFormat = (bytes, start, end) => {
  const length = end - start;
  if (length === 8 && bytes[start + 6] === 119) {
    const week = bytes[start + 7] as number;
    return week > ZERO && week <= ZERO + 5 && isMonthYear(bytes, start, start + 6);
  }
  if (length === 8) return isDate(bytes, start, end);
  if (length !== 6 || !areDigits(bytes, start, end)) return false;
  const month = pair(bytes, start + 4);
  return month >= 1 && month <= 12;
};

/** `LocalMktTime`: `HH:MM:SS`. */
export const isTime: FixFormat = (bytes, start, end) => end - start === 8 && isClock(bytes, start);

/** `UTCTimeOnly`: `HH:MM:SS`, and a fraction with one of the given numbers of digits, 0 for none. */
export function isTimeOf(fractions: readonly number[]): FixFormat {
  const mask = maskOf(fractions);
  return (bytes, start, end) => isClock(bytes, start) && isFraction(bytes, start + 8, end, mask);
}

/** `UTCTimestamp`: `YYYYMMDD-HH:MM:SS`, and a fraction with one of the given numbers of digits, 0 for none. */
export function isTimestampOf(fractions: readonly number[]): FixFormat {
  const mask = maskOf(fractions);
  return (bytes, start, end) =>
    end - start >= 17 &&
    bytes[start + 8] === MINUS &&
    isDate(bytes, start, start + 8) &&
    isClock(bytes, start + 9) &&
    isFraction(bytes, start + 17, end, mask);
}

/** `TZTimeOnly`: `HH:MM[:SS][.fraction]`, and `Z` or an offset such as `+05:30`. */
export const isZonedTime: FixFormat = (bytes, start, end) => {
  if (!isHourMinute(bytes, start)) return false;
  let at = start + 5;
  if (bytes[at] === 58) {
    if (!isClock(bytes, start)) return false;
    at = afterFraction(bytes, start + 8, end);
  }
  return at > 0 && isZone(bytes, at, end);
};

/** `TZTimestamp`: `YYYYMMDD-`, and a time as {@link isZonedTime} has it. */
export const isZonedTimestamp: FixFormat = (bytes, start, end) =>
  end - start > 9 &&
  bytes[start + 8] === MINUS &&
  isDate(bytes, start, start + 8) &&
  isZonedTime(bytes, start + 9, end);

/** Any bytes but none. */
export const isText: FixFormat = (_bytes, start, end) => end > start;

function areDigits(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const digit = (bytes[at] as number) - ZERO;
    if (digit < 0 || digit > 9) return false;
  }
  return end > start;
}

/** The number of two digits; NaN or beyond all bounds if they are none. */
function pair(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] as number) - ZERO;
  const ones = (bytes[at + 1] as number) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : 100;
}

function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  if (day <= 28) return true;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (month === 2 ? (isLeap ? 29 : 28) : (monthDays[month] as number));
}

const monthDays = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isHourMinute(bytes: Uint8Array, start: number): boolean {
  return pair(bytes, start) < 24 && bytes[start + 2] === 58 && pair(bytes, start + 3) < 60;
}

/** `HH:MM:SS`; a second 60 is a leap second. */
function isClock(bytes: Uint8Array, start: number): boolean {
  return isHourMinute(bytes, start) && bytes[start + 5] === 58 && pair(bytes, start + 6) <= 60;
}

function maskOf(fractions: readonly number[]): number {
  return fractions.reduce((mask, digits) => mask | (1 << digits), 0);
}

/** Nothing, or a point and digits, as many as the mask has a bit for. */
function isFraction(bytes: Uint8Array, start: number, end: number, mask: number): boolean {
  if (start === end) return (mask & 1) !== 0;
  const digits = end - start - 1;
  if (digits < 1 || digits > 30 || ((mask >> digits) & 1) === 0) return false;
  return bytes[start] === POINT && areDigits(bytes, start + 1, end);
}

/** The place after a fraction, if one begins there; -1 if it has no digits. */
function afterFraction(bytes: Uint8Array, start: number, end: number): number {
  if (start >= end || bytes[start] !== POINT) return start;
  let at = start + 1;
  while (at < end && areDigits(bytes, at, at + 1)) at++;
  return at === start + 1 ? -1 : at;
}

function isZone(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start] === 90) return end === start + 1;
  if (bytes[start] !== 43 && bytes[start] !== MINUS) return false;
  if (pair(bytes, start + 1) > 14) return false;
  if (end === start + 3) return true;
  return end === start + 6 && bytes[start + 3] === 58 && pair(bytes, start + 4) < 60;
}
