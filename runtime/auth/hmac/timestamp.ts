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
 * The seconds since the epoch that a timestamp stands for; `undefined` for every other spelling. Any number of decimals is read, whatever
 * the scheme writes: what is signed is the text. A sign, an exponent, spaces, leading zeros and days that no month has are refused.
 */
export function parseTimestamp(text: string, { unit }: TimestampRule): number | undefined {
  if (unit === 'iso') {
    const [, second, fraction = ''] =
      /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?Z$/.exec(text) ?? [];
    if (second === undefined) return undefined;
    const milliseconds = Date.parse(`${second}.000Z`);
    const same =
      !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(second);
    return same ? milliseconds / 1000 + Number(`0${fraction}`) : undefined;
  }
  const [, whole, fraction = ''] = /^(0|[1-9]\d{0,14})(\.\d+)?$/.exec(text) ?? [];
  if (whole === undefined || (unit === 'seconds' && whole.length > 12)) return undefined;
  return Number(whole + fraction) / (unit === 'seconds' ? 1 : 1000);
}
