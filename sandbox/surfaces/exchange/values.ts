import type { BoundedRange } from '../../domain/lists.js';
import { type Instant, instantOf, second } from '../../domain/time.js';

/** The usual form of a UUID: lower case, with hyphens. Requests may have it in upper case and without hyphens. */
export function uuidOf(text: string): string {
  const digits = text.replaceAll('-', '').toLowerCase();
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * The text of an amount, which may be a number of JSON. `undefined` for a number with more digits than every number of JavaScript keeps,
 * because it may have been rounded on its way.
 */
export function amountText(amount: string | number): string | undefined {
  if (typeof amount === 'string') return amount;
  if (Number(amount.toPrecision(15)) !== amount) return undefined;
  const [mantissa = '', exponent = ''] = amount.toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const point = Number(exponent) + 1;
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`;
  const whole = digits.slice(0, point).padEnd(point, '0');
  return digits.length > point ? `${whole}.${digits.slice(point)}` : whole;
}

/** The moment of a date in a request: RFC 3339, a date, or a date and a time in UTC, as the description checks. */
export function instantOfDate(text: string): Instant {
  const [, date = '', time = '00:00:00', fraction = '', zone = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}:\d{2})(?:\.(\d+))?([Zz]|[+-]\d{2}:\d{2})?)?$/.exec(
      text,
    ) ?? [];
  const isLeapSecond = time.endsWith(':60');
  const known = isLeapSecond ? time.replace(/60$/, '59') : time;
  const moment = Date.parse(`${date}T${known}${zone.toUpperCase()}`);
  const micros = Number(fraction.padEnd(6, '0').slice(0, 6));
  return instantOf(moment) + micros + (isLeapSecond ? second : 0);
}

/** The dates of a request, with which lists are bounded. */
export interface Dates {
  readonly start_date?: string;
  readonly end_date?: string;
}

/** The period between the dates of a request. Both ends belong to it, and an absent one is open. */
export function periodOf({ start_date: start, end_date: end }: Dates): {
  readonly from?: Instant;
  readonly to?: Instant;
} {
  return {
    ...(start === undefined ? {} : { from: instantOfDate(start) }),
    ...(end === undefined ? {} : { to: instantOfDate(end) }),
  };
}

/** The part of a list whose rows were created between the dates of a request. */
export function boundsOf<Row extends { readonly createdAt: Instant }>(
  dates: Dates,
): Pick<BoundedRange<Row>, 'since' | 'until'> {
  const { from, to } = periodOf(dates);
  return {
    ...(from === undefined ? {} : { since: ({ createdAt }) => createdAt >= from }),
    ...(to === undefined ? {} : { until: ({ createdAt }) => createdAt > to }),
  };
}
