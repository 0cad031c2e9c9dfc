import type { Timers } from '@tallystick/runtime';

/** Time that moves only when a test says so, for clients, servers and tokens alike. */
export interface TestTime extends Timers {
  /** Moves the clock and calls back whatever falls due, in order. */
  advance(milliseconds: number): Promise<void>;
  /** Resolves as soon as somebody waits for a time of at most so many milliseconds. */
  waiter(atMost: number): Promise<void>;
}

interface Waiting {
  readonly at: number;
  readonly callback: () => void;
}

/**
 * A clock that stands still at 2025-03-25T12:00:00Z. With `skip` a wait of at most so many milliseconds is over at once, and the
 * clock shows that it was.
 */
export function testTime({ skip = -1 }: { readonly skip?: number } = {}): TestTime {
  let now = Date.UTC(2025, 2, 25, 12);
  let next = 1;
  const waiting = new Map<number, Waiting>();
  const watchers = new Set<() => void>();
  const run = (handle: number, { at, callback }: Waiting): void => {
    if (!waiting.delete(handle)) return;
    now = Math.max(now, at);
    callback();
  };
  return {
    now: () => now,
    setTimeout(callback, milliseconds) {
      const handle = next++;
      const entry = { at: now + milliseconds, callback };
      waiting.set(handle, entry);
      if (milliseconds <= skip) queueMicrotask(() => run(handle, entry));
      for (const watcher of watchers) watcher();
      return handle;
    },
    clearTimeout(handle) {
      if (typeof handle === 'number') waiting.delete(handle);
    },
    async advance(milliseconds) {
      const end = now + milliseconds;
      for (;;) {
        const [due] = [...waiting]
          .filter(([, { at }]) => at <= end)
          .sort(([, left], [, right]) => left.at - right.at);
        if (due === undefined) break;
        run(...due);
        await Promise.resolve();
      }
      now = end;
    },
    waiter(atMost) {
      return new Promise((resolve) => {
        const look = (): void => {
          if (![...waiting.values()].some(({ at }) => at - now <= atMost)) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
      });
    },
  };
}
