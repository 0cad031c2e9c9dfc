/** Tells the time in milliseconds since the epoch. Injected wherever time decides something. */
export interface Clock {
  now(): number;
}

/** A clock that can also wake somebody up. */
export interface Timers extends Clock {
  /** Calls back once after that many milliseconds; the handle is for {@link Timers.clearTimeout}. */
  setTimeout(callback: () => void, milliseconds: number): unknown;
  clearTimeout(handle: unknown): void;
}

/** Longest delay that timers can express; anything above fires at once in every engine. */
const longestDelay = 2 ** 31 - 1;

/** The system's own clock and timers. */
export const systemTimers: Timers = {
  now: () => Date.now(),
  setTimeout: (callback, milliseconds) =>
    globalThis.setTimeout(callback, Math.min(Math.max(milliseconds, 0), longestDelay)),
  clearTimeout: (handle) => {
    globalThis.clearTimeout(handle as ReturnType<typeof globalThis.setTimeout>);
  },
};
