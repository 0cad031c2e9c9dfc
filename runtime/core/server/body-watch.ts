import type { Timers } from '../clock.js';

/** Waits for bodies of many requests with one timer. */
export interface BodyWatch {
  /** Begins to watch a body. */
  begin(waiting: WaitingBody): void;
  /** Ends it, whether the body has come or not. */
  end(waiting: WaitingBody): void;
}

/** A body that has not come yet. */
export interface WaitingBody {
  /** When it is too late, by the timers' clock; later once something has come. */
  due(): number;
  /** Called once, when it is too late. */
  late(): void;
}

/**
 * The watch of some timers. Nearly all bodies come with the heads of their requests, and a timer for each, set and cleared, would cost them
 * more than the reading. So the timer stays when a body has come, looks at those that wait then, and keeps no program alive.
 */
export function bodyWatch(timers: Timers): BodyWatch {
  const known = watches.get(timers);
  if (known !== undefined) return known;
  const waiting = new Set<WaitingBody>();
  let timer: unknown;
  let wakes = Number.POSITIVE_INFINITY;
  const wakeAt = (time: number): void => {
    if (timer !== undefined) timers.clearTimeout(timer);
    wakes = time;
    timer = timers.setTimeout(look, time - timers.now());
    letGo(timer);
  };
  const look = (): void => {
    timer = undefined;
    wakes = Number.POSITIVE_INFINITY;
    const now = timers.now();
    let next = Number.POSITIVE_INFINITY;
    for (const body of waiting) {
      const due = body.due();
      if (due > now) next = Math.min(next, due);
      else if (waiting.delete(body)) body.late();
    }
    if (next < Number.POSITIVE_INFINITY) wakeAt(next);
  };
  const watch: BodyWatch = {
    begin(body) {
      waiting.add(body);
      const due = body.due();
      if (due < wakes) wakeAt(due);
    },
    end: (body) => {
      waiting.delete(body);
    },
  };
  watches.set(timers, watch);
  return watch;
}

const watches = new WeakMap<Timers, BodyWatch>();

/** Lets a program end that waits for nothing else, where timers can be told. */
function letGo(timer: unknown): void {
  if (typeof timer !== 'object' || timer === null || !('unref' in timer)) return;
  if (typeof timer.unref === 'function') timer.unref();
}
