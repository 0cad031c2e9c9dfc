import type { FixDisconnect } from '../policy.js';

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

const day = 86_400_000;

/** When the next of these disconnects is due, strictly after `now`, both in milliseconds since the epoch; `undefined` where there are none. */
export function nextDisconnect(
  disconnects: readonly FixDisconnect[],
  now: number,
): { readonly at: number; readonly text: string | undefined } | undefined {
  let soonest: { readonly at: number; readonly text: string | undefined } | undefined;
  for (const { days, time, timeZone, text } of disconnects) {
    const offsetAt = zoneOffset(timeZone);
    const sinceMidnight = timeOfDay(time);
    // The calendar's day in that place, as if it were UTC; days there last 23 to 25 hours, so dates are counted and not hours.
    const today = Math.floor((now + offsetAt(now)) / day) * day;
    for (let ahead = -1; ahead <= 8; ahead++) {
      const date = today + ahead * day;
      const weekday = weekdays[new Date(date).getUTCDay()];
      if (weekday === undefined || !days.includes(weekday)) continue;
      const at = instantOf(date + sinceMidnight, offsetAt);
      if (at <= now) continue;
      if (soonest === undefined || at < soonest.at) soonest = { at, text };
      break;
    }
  }
  return soonest;
}

/**
 * The instant at which clocks show this time. A time that is shown twice means the first; one that is skipped means what it would have been
 * had the clocks not been changed.
 */
function instantOf(local: number, offsetAt: (instant: number) => number): number {
  const before = offsetAt(local - day);
  const after = offsetAt(local + day);
  const early = local - Math.max(before, after);
  if (early + offsetAt(early) === local) return early;
  const late = local - Math.min(before, after);
  return late + offsetAt(late) === local ? late : local - before;
}

/** How far clocks in a place are ahead of UTC at an instant, in milliseconds. */
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
    const whole = Math.floor(instant / 1000) * 1000;
    const part = new Map(
      format.formatToParts(whole).map(({ type, value }) => [type, Number(value)]),
    );
    const of = (type: Intl.DateTimeFormatPartTypes): number => part.get(type) ?? 0;
    const shown = Date.UTC(
      of('year'),
      of('month') - 1,
      of('day'),
      of('hour'),
      of('minute'),
      of('second'),
    );
    return shown - whole;
  };
}

function timeOfDay(text: string): number {
  const [hours = NaN, minutes = NaN] = text.split(':').map(Number);
  return (hours * 60 + minutes) * 60_000;
}
