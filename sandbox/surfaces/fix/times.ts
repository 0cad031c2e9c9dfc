import { readSendingTime, writeSendingTime } from '@tallystick/runtime/fix';
import { type Instant, millisecond } from '../../domain/time.js';

/** Writes a moment as a UTCTimestamp with microseconds: `20250128-09:30:00.123456`. */
export function printFixTime(instant: Instant): string {
  const milliseconds = Math.floor(instant / millisecond);
  const micros = String(instant - milliseconds * millisecond).padStart(3, '0');
  return writeSendingTime(milliseconds, 3) + micros;
}

/** The moment of a UTCTimestamp, to the microsecond; `undefined` if there is no such time. */
export function readFixTime(text: string): Instant | undefined {
  const [whole = '', fraction = ''] = text.split('.', 2);
  const milliseconds = readSendingTime(whole);
  if (milliseconds === undefined) return undefined;
  return milliseconds * millisecond + Number(fraction.padEnd(6, '0').slice(0, 6));
}
