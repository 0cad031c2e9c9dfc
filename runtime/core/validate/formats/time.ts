/** Dates and times of RFC 3339, as defined by the formats of JSON Schema (Validation 7.3.1). */

/** True for an existing date: `2024-02-29`. */
export function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (match === null) return false;
  const [, year, month, day] = match;
  return isDay(Number(year), Number(month), Number(day));
}

/** True for a time with an offset: `23:59:60Z`. The second 60 is only valid at midnight UTC. */
export function isTime(text: string): boolean {
  const match = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i.exec(text);
  if (match === null) return false;
  const [hour = 0, minute = 0, second = 0] = match.slice(1, 4).map(Number);
  const [, , , , sign, hours = '0', minutes = '0'] = match;
  const offset = [Number(hours), Number(minutes)] as const;
  if (hour > 23 || minute > 59 || second > 60 || offset[0] > 23 || offset[1] > 59) return false;
  if (second < 60) return true;
  const shift = (offset[0] * 60 + offset[1]) * (sign === '-' ? 1 : -1);
  return (hour * 60 + minute + shift + 2880) % 1440 === 1439;
}

/** True for a date and time with an offset. */
export function isDateTime(text: string): boolean {
  return (
    commonDateTime.test(text) ||
    (/^.{10}t/i.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11)))
  );
}

/**
 * The most common form: a day up to the 28th, no leap second, and UTC as `Z`. It has no groups, so that a single test is
 * sufficient. Other texts are parsed completely.
 */
const commonDateTime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

/** True for an ISO 8601 duration: `P1DT12H`. */
export function isDuration(text: string): boolean {
  return /^P(?:\d+W|(?=.)(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/.test(
    text,
  );
}

function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  return days !== undefined && day <= days;
}
