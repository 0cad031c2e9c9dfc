/** A moment: an integer number of microseconds since 1970. Safe integers reach the year 2255. */
export type Instant = number;

/** Microseconds of common durations. */
export const millisecond = 1000;
export const second = 1_000_000;
export const minute: number = 60 * second;
export const hour: number = 60 * minute;
export const day: number = 24 * hour;

/** Writes a moment as RFC 3339 with microseconds: `2025-01-28T09:30:00.123456Z`. */
export function printInstant(instant: Instant): string {
  const milliseconds = Math.floor(instant / millisecond);
  const micros = String(instant - milliseconds * millisecond).padStart(3, '0');
  return `${new Date(milliseconds).toISOString().slice(0, -1)}${micros}Z`;
}

/** The moment of a number of milliseconds since 1970. */
export function instantOf(milliseconds: number): Instant {
  return Math.floor(milliseconds) * millisecond;
}
