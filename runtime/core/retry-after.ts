import { headerValue } from './headers.js';
import type { WireResponse } from './wire.js';

/** The three forms of a date (RFC 9110 section 5.6.7); what else `Date.parse` reads is none. */
const httpDate =
  /^(?:\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT|\w{6,9}, \d\d-\w{3}-\d\d [\d:]{8} GMT|\w{3} \w{3} [ \d]\d [\d:]{8} \d{4})$/;

/** `Retry-After` in milliseconds, from seconds or a date (RFC 9110 section 10.2.3); `undefined` where it says nothing. */
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
  // One of the forms names no zone, which `Date.parse` takes for the machine's own.
  const date = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : date;
}
