import type { Timers } from '../../core/clock.js';

/** Bytes that a connection holds back at most; more is written at once. */
export const mostHeld = 16_384;

/**
 * Ends the turns of connections that hold back what they are sent. `release` is called once the turn of the event loop is over, and at most
 * once in each interval for all connections together: at once after a pause, later while messages follow one another closely.
 */
export function createFlusher(interval: number, timers: Timers): (release: () => void) => void {
  let holding: (() => void)[] = [];
  let last = -Infinity;
  let isEnding = false;
  let alarm: unknown;

  const flush = (): void => {
    timers.clearTimeout(alarm);
    alarm = undefined;
    last = timers.now();
    const released = holding;
    holding = [];
    for (const release of released) release();
  };
  const end = (): void => {
    isEnding = false;
    if (holding.length === 0) return;
    const wait = last + interval - timers.now();
    // A clock that was set back must not delay anything.
    if (wait <= 0 || wait > interval) flush();
    else alarm ??= timers.setTimeout(flush, wait);
  };
  return (release) => {
    holding.push(release);
    if (isEnding) return;
    isEnding = true;
    queueMicrotask(end);
  };
}
