import type { Timers } from '@tallystick/runtime';

interface Waiting {
  readonly at: number;
  readonly number: number;
  readonly callback: () => void;
}

/** A clock with timers that only moves when it is told to. */
export class ManualTimers implements Timers {
  readonly #waiting = new Map<number, Waiting>();
  #now: number;
  #next = 1;

  /** @param now milliseconds since 1970 */
  constructor(now: number) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  setTimeout(callback: () => void, milliseconds: number): unknown {
    const number = this.#next;
    this.#next += 1;
    this.#waiting.set(number, { at: this.#now + Math.max(0, milliseconds), number, callback });
    return number;
  }

  clearTimeout(handle: unknown): void {
    if (typeof handle === 'number') this.#waiting.delete(handle);
  }

  /** Moves the clock, and calls back on the way, in order and each at its own time. */
  moveTo(now: number): void {
    for (;;) {
      const [first] = [...this.#waiting.values()]
        .filter(({ at }) => at <= now)
        .sort((left, right) => left.at - right.at || left.number - right.number);
      if (first === undefined) break;
      this.#waiting.delete(first.number);
      this.#now = Math.max(this.#now, first.at);
      first.callback();
    }
    this.#now = Math.max(this.#now, now);
  }
}
