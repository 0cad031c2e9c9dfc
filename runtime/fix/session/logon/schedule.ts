import type { FixDisconnect } from '../../policy.js';

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

const day = 86_400_000;

/** Time of the next scheduled disconnect after `now`, in milliseconds since the epoch; `undefined` if there is none. */
export function nextDisconnect(
  disconnects: readonly FixDisconnect[],
  now: number,
): { readonly at: number; readonly text: string | undefined } | undefined {
  let earliest: { readonly at: number; readonly text: string | undefined } | undefined;
  for (const { days, time, timeZone, text } of disconnects) {
    const offsetAt = zoneOffset(timeZone);
    const sinceMidnight = timeOfDay(time);
    // Local calendar date, represented as if it were UTC. Local days last 23 to 25 hours, so dates are counted rather
    // than hours.
    const today = Math.floor((now + offsetAt(now)) / day) * day;
    for (let ahead = -1; ahead <= 8; ahead++) {
      const date = today + ahead * day;
      const weekday = weekdays[new Date(date).getUTCDay()];
      if (weekday === undefined || !days.includes(weekday)) continue;
      const at = instantOf(date + sinceMidnight, offsetAt);
      if (at <= now) continue;
      if (earliest === undefined || at < earliest.at) earliest = { at, text };
      break;
    }
  }
  return earliest;
}

/**
 * Instant at which local clocks show this time. If a time occurs twice, the first is meant. A skipped time is
 * interpreted with the offset before the change.
 */
function instantOf(local: number, offsetAt: (instant: number) => number): number {
  const before = offsetAt(local - day);
  const after = offsetAt(local + day);
  const early = local - Math.max(before, after);
  if (early + offsetAt(early) === local) return early;
  const late = local - Math.min(before, after);
  return late + offsetAt(late) === local ? late : local - before;
}

/** Returns the offset of a time zone from UTC at an instant, in milliseconds. */
function zoneOffset(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (instant) => {
    const wholeSecond = Math.floor(instant / 1000) * 1000;
    const part = new Map(
      format.formatToParts(wholeSecond).map(({ type, value }) => [type, Number(value)]),
    );
    const of = (type: Intl.DateTimeFormatPartTypes): number => part.get(type) ?? 0;
    const localTime = Date.UTC(
      of('year'),
      of('month') - 1,
      of('day'),
      of('hour'),
      of('minute'),
      of('second'),
    );
    return localTime - wholeSecond;
  };
}

function timeOfDay(text: string): number {
  const [hours = NaN, minutes = NaN] = text.split(':').map(Number);
  return (hours * 60 + minutes) * 60_000;
}
