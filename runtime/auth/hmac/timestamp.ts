import type { HmacDescriptor } from '../../core/descriptor.js';

/** How timestamps of a scheme are written. */
export type TimestampRule = NonNullable<HmacDescriptor['timestamp']>;

/** A moment in the words of a scheme: fractions of seconds without trailing zeros, as many digits as the scheme allows. */
export function writeTimestamp(
  milliseconds: number,
  { unit, decimals = 0 }: TimestampRule,
): string {
  const whole = Math.floor(milliseconds);
  if (unit === 'milliseconds') return String(whole);
  if (unit === 'iso') return new Date(whole).toISOString();
  const scale = 10 ** decimals;
  return String(Math.floor((whole * scale) / 1000) / scale);
}

/**
 * The seconds since the epoch that a timestamp stands for; `undefined` for every other spelling. A sign, an
 * exponent, spaces, leading zeros, more digits than the scheme allows and days that no month has are none.
 */
export function parseTimestamp(
  text: string,
  { unit, decimals = 0 }: TimestampRule,
): number | undefined {
  if (unit === 'milliseconds') {
    return /^(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) / 1000 : undefined;
  }
  if (unit === 'iso') {
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)) return undefined;
    const milliseconds = Date.parse(text);
    const same = !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString() === text;
    return same ? milliseconds / 1000 : undefined;
  }
  const match = /^(?:0|[1-9]\d{0,11})(?:\.(\d{1,3}))?$/.exec(text);
  const digits = match?.[1]?.length ?? 0;
  return match !== null && digits <= decimals ? Number(text) : undefined;
}
