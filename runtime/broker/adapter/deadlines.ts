/** Something that ends after a time unless it is deleted before. */
export interface Deadline {
  readonly at: number;
  readonly expire: () => void;
}

/** Deadlines of equal length on a single timer, because one for each message would cost much of what the message costs. */
export class Deadlines {
  readonly #length: number;
  /** In the order in which they expire. */
  readonly #waiting = new Set<Deadline>();
  /** In browsers, timers are numbers, and keep nothing alive. */
  #timer: { ref?(): unknown; unref?(): unknown } | undefined;

  /** @param length in milliseconds */
  constructor(length: number) {
    this.#length = length;
  }

  /** Calls `expire` when the time has passed. */
  add(expire: () => void): Deadline {
    const deadline = { at: performance.now() + this.#length, expire };
    this.#waiting.add(deadline);
    if (this.#timer === undefined) this.#wait(this.#length);
    else if (this.#waiting.size === 1) this.#timer.ref?.();
    return deadline;
  }

  /** Ends a deadline. The timer goes on for the next one, but keeps no process alive. */
  delete(deadline: Deadline): void {
    if (this.#waiting.delete(deadline) && this.#waiting.size === 0) this.#timer?.unref?.();
  }

  #wait(milliseconds: number): void {
    this.#timer = setTimeout(() => this.#check(), milliseconds);
  }

  #check(): void {
    this.#timer = undefined;
    const now = performance.now();
    for (const deadline of this.#waiting) {
      // A timer may fire a millisecond early.
      if (deadline.at > now + 1) return this.#wait(deadline.at - now);
      this.#waiting.delete(deadline);
      deadline.expire();
    }
  }
}
