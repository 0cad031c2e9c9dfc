/** Checks the format of a value between two offsets. There is at least one byte. */
export type FixFormat = (bytes: Uint8Array, start: number, end: number) => boolean;

const ZERO = 48;
const MINUS = 45;
const POINT = 46;

/** `int`: digits with an optional minus sign. */
export const isInteger: FixFormat = (bytes, start, end) =>
  areDigits(bytes, bytes[start] === MINUS ? start + 1 : start, end);

/** A non-negative integer: digits. */
export const isUnsigned: FixFormat = (bytes, start, end) => areDigits(bytes, start, end);

/** `float`: digits with an optional minus sign and at most one decimal point. Leading zeros are allowed. */
export const isDecimal: FixFormat = (bytes, start, end) => {
  let digits = 0;
  let points = 0;
  for (let offset = bytes[start] === MINUS ? start + 1 : start; offset < end; offset++) {
    const byte = bytes[offset] as number;
    if (byte >= ZERO && byte <= ZERO + 9) digits++;
    else if (byte !== POINT || points++ > 0) return false;
  }
  return digits > 0;
};

/** `float` without leading zeros, except a single zero before the decimal point. */
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

/** `UTCDateOnly` and `LocalMktDate`: `YYYYMMDD`, a valid calendar date. */
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

/** `UTCTimeOnly`: `HH:MM:SS` with one of the given numbers of fractional digits; 0 for none. */
export function isTimeOf(fractions: readonly number[]): FixFormat {
  const mask = maskOf(fractions);
  return (bytes, start, end) => isClock(bytes, start) && isFraction(bytes, start + 8, end, mask);
}

/** `UTCTimestamp`: `YYYYMMDD-HH:MM:SS` with one of the given numbers of fractional digits; 0 for none. */
export function isTimestampOf(fractions: readonly number[]): FixFormat {
  const mask = maskOf(fractions);
  return (bytes, start, end) =>
    end - start >= 17 &&
    bytes[start + 8] === MINUS &&
    isDate(bytes, start, start + 8) &&
    isClock(bytes, start + 9) &&
    isFraction(bytes, start + 17, end, mask);
}

/** `TZTimeOnly`: `HH:MM[:SS][.fraction]` with `Z` or an offset such as `+05:30`. */
export const isZonedTime: FixFormat = (bytes, start, end) => {
  if (!isHourMinute(bytes, start)) return false;
  let offset = start + 5;
  if (bytes[offset] === 58) {
    if (!isClock(bytes, start)) return false;
    offset = afterFraction(bytes, start + 8, end);
  }
  return offset > 0 && isZone(bytes, offset, end);
};

/** `TZTimestamp`: `YYYYMMDD-` and a time in the format of {@link isZonedTime}. */
export const isZonedTimestamp: FixFormat = (bytes, start, end) =>
  end - start > 9 &&
  bytes[start + 8] === MINUS &&
  isDate(bytes, start, start + 8) &&
  isZonedTime(bytes, start + 9, end);

/** Any bytes, at least one. */
export const isText: FixFormat = (_bytes, start, end) => end > start;

function areDigits(bytes: Uint8Array, start: number, end: number): boolean {
  for (let offset = start; offset < end; offset++) {
    const digit = (bytes[offset] as number) - ZERO;
    if (digit < 0 || digit > 9) return false;
  }
  return end > start;
}

/** Value of two digits; 100 if they are not digits. */
function pair(bytes: Uint8Array, offset: number): number {
  const tens = (bytes[offset] as number) - ZERO;
  const ones = (bytes[offset + 1] as number) - ZERO;
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

/** `HH:MM:SS`; second 60 is a leap second. */
function isClock(bytes: Uint8Array, start: number): boolean {
  return isHourMinute(bytes, start) && bytes[start + 5] === 58 && pair(bytes, start + 6) <= 60;
}

function maskOf(fractions: readonly number[]): number {
  return fractions.reduce((mask, digits) => mask | (1 << digits), 0);
}

/** True for no fraction, or for a point with a number of digits that the mask allows. */
function isFraction(bytes: Uint8Array, start: number, end: number, mask: number): boolean {
  if (start === end) return (mask & 1) !== 0;
  const digits = end - start - 1;
  if (digits < 1 || digits > 30 || ((mask >> digits) & 1) === 0) return false;
  return bytes[start] === POINT && areDigits(bytes, start + 1, end);
}

/** Offset after a fraction, or `start` if there is none; -1 for a point without digits. */
function afterFraction(bytes: Uint8Array, start: number, end: number): number {
  if (start >= end || bytes[start] !== POINT) return start;
  let offset = start + 1;
  while (offset < end && areDigits(bytes, offset, offset + 1)) offset++;
  return offset === start + 1 ? -1 : offset;
}

function isZone(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start] === 90) return end === start + 1;
  if (bytes[start] !== 43 && bytes[start] !== MINUS) return false;
  if (pair(bytes, start + 1) > 14) return false;
  if (end === start + 3) return true;
  return end === start + 6 && bytes[start + 3] === 58 && pair(bytes, start + 4) < 60;
}
