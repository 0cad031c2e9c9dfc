/**
 * Formats SendingTime (52) as `YYYYMMDD-HH:MM:SS` with the given number of fractional digits. Digits beyond
 * milliseconds are zeros.
 */
export function writeSendingTime(now: number, digits: number): string {
  const second = Math.floor(now / 1000);
  if (second !== cachedSecond) {
    cachedSecond = second;
    const iso = new Date(second * 1000).toISOString();
    cachedText = `${iso.slice(0, 4)}${iso.slice(5, 7)}${iso.slice(8, 10)}-${iso.slice(11, 19)}`;
  }
  if (digits === 0) return cachedText;
  const milliseconds = String(Math.floor(now) - second * 1000).padStart(3, '0');
  return `${cachedText}.${milliseconds.slice(0, digits).padEnd(digits, '0')}`;
}

/** Last formatted second and its text, because consecutive messages usually share the second. */
let cachedSecond = NaN;
let cachedText = '';

const form = /^(\d{4})(\d\d)(\d\d)-(\d\d):(\d\d):(\d\d)(?:\.(\d{1,12}))?$/;

/** Parses SendingTime (52) to milliseconds since the epoch; `undefined` if it is invalid. A leap second is the second after it. */
export function readSendingTime(text: string): number | undefined {
  const [, year, month, day, hour, minute, second, fraction = ''] = form.exec(text) ?? [];
  if (year === undefined) return undefined;
  const days = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const time = (Number(hour) * 60 + Number(minute)) * 60 + Number(second);
  const date = new Date(days);
  const exists = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  if (!exists || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined;
  return days + time * 1000 + Number(`${fraction}000`.slice(0, 3));
}

/** Number of fractional digits of a SendingTime (52). */
export function fractionDigitsOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}
