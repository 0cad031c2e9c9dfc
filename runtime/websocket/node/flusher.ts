import type { Timers } from '../../core/clock.js';

/** Maximum number of bytes that a connection buffers. At more, it writes immediately. */
export const maxBuffered = 16_384;

/**
 * Creates a function that schedules the flush of connections with buffered messages.
 *
 * Each `release` is called after the current turn of the event loop, and at most once per interval for all connections
 * together: immediately after a pause, later if messages follow each other closely.
 */
export function createFlusher(interval: number, timers: Timers): (release: () => void) => void {
  let pending: (() => void)[] = [];
  let lastFlush = -Infinity;
  let isScheduled = false;
  let timer: unknown;

  const flush = (): void => {
    timers.clearTimeout(timer);
    timer = undefined;
    lastFlush = timers.now();
    const callbacks = pending;
    pending = [];
    for (const release of callbacks) release();
  };
  const endOfTurn = (): void => {
    isScheduled = false;
    if (pending.length === 0) return;
    const wait = lastFlush + interval - timers.now();
    // If the clock was set back, the difference exceeds the interval. Flush without delay.
    if (wait <= 0 || wait > interval) flush();
    else timer ??= timers.setTimeout(flush, wait);
  };
  return (release) => {
    pending.push(release);
    if (isScheduled) return;
    isScheduled = true;
    queueMicrotask(endOfTurn);
  };
}
