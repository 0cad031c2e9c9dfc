/** Returns the time in milliseconds since the epoch. Can be replaced by a test wherever behaviour depends on time. */
export interface Clock {
  now(): number;
}

/** A clock with timers. */
export interface Timers extends Clock {
  /** Calls back once after the given number of milliseconds. The result can be passed to {@link Timers.clearTimeout}. */
  setTimeout(callback: () => void, milliseconds: number): unknown;
  clearTimeout(handle: unknown): void;
}

/** Longest delay that timers support. In every engine a longer one would fire at once. */
const longestDelay = 0x7fff_ffff;

/** The system's clock and timers. */
export const systemTimers: Timers = {
  now: () => Date.now(),
  setTimeout: (callback, milliseconds) =>
    globalThis.setTimeout(callback, Math.min(Math.max(milliseconds, 0), longestDelay)),
  clearTimeout: (handle) => {
    globalThis.clearTimeout(handle as ReturnType<typeof globalThis.setTimeout>);
  },
};
