import { headerValue } from './headers.js';
import type { WireResponse } from './wire.js';

/** The three date formats of RFC 9110 section 5.6.7. Other formats that `Date.parse` reads are rejected. */
const httpDate =
  /^(?:\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT|\w{6,9}, \d\d-\w{3}-\d\d [\d:]{8} GMT|\w{3} \w{3} [ \d]\d [\d:]{8} \d{4})$/;

/** Reads `Retry-After` in milliseconds, from seconds or a date (RFC 9110 section 10.2.3); `undefined` if absent or invalid. */
export function retryAfter(
  { headers }: Pick<WireResponse, 'headers'>,
  now: number,
): number | undefined {
  const value = headerValue(headers, 'retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = dateOf(value);
  return date === undefined ? undefined : Math.max(date - now, 0);
}

function dateOf(text: string): number | undefined {
  if (!httpDate.test(text)) return undefined;
  // One format has no time zone, and `Date.parse` would use the local one.
  const date = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : date;
}
