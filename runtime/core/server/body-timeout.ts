import type { Timers } from '../clock.js';

/** Timeouts for the bodies of many requests, with one timer. */
export interface BodyTimeouts {
  /** Starts the timeout of a body. */
  begin(waiting: PendingBody): void;
  /** Ends the timeout of a body. */
  end(waiting: PendingBody): void;
}

/** A body that is being received. */
export interface PendingBody {
  /** Current deadline by the timers' clock. It moves when data arrives. */
  due(): number;
  /** Called once when the deadline has passed. */
  late(): void;
}

/**
 * Returns the body timeouts of the given timers. Most bodies arrive together with the head, and setting and clearing a timer for
 * each would cost more than reading them. The timer therefore stays set when a body has arrived, and then checks the bodies
 * that are still pending. It does not keep the process alive.
 */
export function bodyTimeoutsOf(timers: Timers): BodyTimeouts {
  const known = watches.get(timers);
  if (known !== undefined) return known;
  const waiting = new Set<PendingBody>();
  let timer: unknown;
  let wakeTime = Number.POSITIVE_INFINITY;
  const wakeAt = (time: number): void => {
    if (timer !== undefined) timers.clearTimeout(timer);
    wakeTime = time;
    timer = timers.setTimeout(checkBodies, time - timers.now());
    unref(timer);
  };
  const checkBodies = (): void => {
    timer = undefined;
    wakeTime = Number.POSITIVE_INFINITY;
    const now = timers.now();
    let next = Number.POSITIVE_INFINITY;
    for (const body of waiting) {
      const due = body.due();
      if (due > now) next = Math.min(next, due);
      else if (waiting.delete(body)) body.late();
    }
    if (next < Number.POSITIVE_INFINITY) wakeAt(next);
  };
  const watch: BodyTimeouts = {
    begin(body) {
      waiting.add(body);
      const due = body.due();
      if (due < wakeTime) wakeAt(due);
    },
    end: (body) => {
      waiting.delete(body);
    },
  };
  watches.set(timers, watch);
  return watch;
}

const watches = new WeakMap<Timers, BodyTimeouts>();

/** Allows the process to exit while the timer is set, if the timers support that. */
function unref(timer: unknown): void {
  if (typeof timer !== 'object' || timer === null || !('unref' in timer)) return;
  if (typeof timer.unref === 'function') timer.unref();
}
