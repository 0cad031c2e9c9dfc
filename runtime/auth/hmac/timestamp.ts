import type { HmacDescriptor } from '../../core/descriptor.js';

/** Format of a scheme's timestamps. */
export type TimestampRule = NonNullable<HmacDescriptor['timestamp']>;

/** Formats a time as the scheme declares. Fractions of seconds have no trailing zeros and at most the declared number of digits. */
export function writeTimestamp(
  milliseconds: number,
  { unit, decimals = 0 }: TimestampRule,
): string {
  const integer = Math.floor(milliseconds);
  if (unit === 'milliseconds') return String(integer);
  if (unit === 'iso') return new Date(integer).toISOString();
  const scale = 10 ** decimals;
  return String(Math.floor((integer * scale) / 1000) / scale);
}

/**
 * Parses a timestamp to seconds since the epoch; `undefined` if it is malformed. Any number of decimals is accepted, because the text
 * itself is signed. A sign, an exponent, spaces, leading zeros and invalid dates are rejected.
 */
export function parseTimestamp(text: string, { unit }: TimestampRule): number | undefined {
  if (unit === 'iso') {
    const [, second, fraction = ''] =
      /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?Z$/.exec(text) ?? [];
    if (second === undefined) return undefined;
    const milliseconds = Date.parse(`${second}.000Z`);
    const isCanonical =
      !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(second);
    return isCanonical ? milliseconds / 1000 + Number(`0${fraction}`) : undefined;
  }
  const [, integer, fraction = ''] = /^(0|[1-9]\d{0,14})(\.\d+)?$/.exec(text) ?? [];
  if (integer === undefined || (unit === 'seconds' && integer.length > 12)) return undefined;
  return Number(integer + fraction) / (unit === 'seconds' ? 1 : 1000);
}
