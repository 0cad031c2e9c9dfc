import type { Timers } from '../clock.js';

/** Why waiting ended before what was waited for: thrown by a {@link Deadline}, turned into an outcome by the call. */
export class WaitEnded extends Error {
  override readonly name = 'WaitEnded';
  declare readonly why: 'timeout' | 'attempt-timeout' | 'aborted';
  /** Milliseconds that were allowed, where a deadline passed. */
  declare readonly allowed: number;
  /** Why work is given up: the caller's reason, where the caller aborted, else this itself. */
  declare readonly reason: unknown;
  constructor(why: WaitEnded['why'], allowed: number, reason?: unknown) {
    super(why);
    this.why = why;
    this.allowed = allowed;
    this.reason = why === 'aborted' ? reason : this;
  }
}

/** What is told that waiting has ended. */
type Listener = (ended: WaitEnded) => void;

/**
 * How long a call, or one attempt of it, may take and who may end it early. One timer and one listener, both gone after {@link end}. A
 * class, since every call has one, and literals with methods cost more than all else about it.
 */
export class Deadline {
  /** Milliseconds since the epoch after which nobody waits; `Infinity` without a limit. */
  readonly at: number;
  readonly #timers: Timers;
  readonly #timer: unknown;
  readonly #waiting: Listener[] = [];
  readonly #told: ((reason: unknown) => void)[] = [];
  #over: WaitEnded | undefined;
  #given: { readonly reason: unknown } | undefined;
  #unlisten: (() => void) | undefined;
  #isEnded = false;

  /** `outer` is when what it is part of ends. */
  constructor(timers: Timers, limit: number, why: WaitEnded['why'], outer: number) {
    this.#timers = timers;
    this.at = outer;
    if (limit < Infinity) {
      this.at = Math.min(outer, timers.now() + limit);
      this.#timer = timers.setTimeout(() => this.stop(new WaitEnded(why, limit)), limit);
    }
  }

  /** Milliseconds left; `Infinity` without a limit. */
  left(): number {
    return this.at - this.#timers.now();
  }

  /**
   * Does work that may be left behind, and fail unheard.
   *
   * @throws {WaitEnded} as soon as the caller aborts or the deadline passes, whatever the work does.
   */
  run<Value>(work: () => Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (this.#over !== undefined) return reject(this.#over);
      // Stays there until the call ends: who has been answered hears nothing more.
      this.#waiting.push(reject);
      work().then(resolve, reject);
    });
  }

  /** @throws {WaitEnded} like {@link run}. */
  async wait(milliseconds: number): Promise<void> {
    let handle: unknown;
    try {
      await this.run(
        () =>
          new Promise<void>((resolve) => {
            handle = this.#timers.setTimeout(resolve, milliseconds);
          }),
      );
    } finally {
      this.#timers.clearTimeout(handle);
    }
  }

  /** Starts an attempt, which may have a limit of its own in milliseconds. One of a call that is over is over, too. */
  attempt(limit: number = Infinity): Deadline {
    const inner = new Deadline(this.#timers, limit, 'attempt-timeout', this.at);
    if (this.#over !== undefined) inner.stop(this.#over);
    this.#waiting.push((ended) => inner.stop(ended));
    return inner;
  }

  /** Ends it where somebody says so. */
  obey(signal: AbortSignal): this {
    const aborted = (): void => this.stop(new WaitEnded('aborted', 0, signal.reason));
    if (signal.aborted) aborted();
    else signal.addEventListener('abort', aborted);
    this.#unlisten = () => signal.removeEventListener('abort', aborted);
    return this;
  }

  /** Calls back when the work is given up. */
  onAbort(listener: (reason: unknown) => void): void {
    if (this.#given === undefined) this.#told.push(listener);
    else listener(this.#given.reason);
  }

  /** Why it was given up; `undefined` where it was not. */
  get over(): { readonly reason: unknown } | undefined {
    return this.#given;
  }

  /** Whoever waits is told that this is why nobody does any more. After the end nobody does. */
  stop(ended: WaitEnded): void {
    if (this.#isEnded) return;
    this.#over ??= ended;
    for (const listener of this.#waiting) listener(this.#over);
    this.abandon(this.#over.reason);
  }

  end(): void {
    this.#isEnded = true;
    if (this.#timer !== undefined) this.#timers.clearTimeout(this.#timer);
    this.#unlisten?.();
  }

  /** Gives it up, even after the end: what still comes of the answer is not wanted. */
  abandon(reason?: unknown): void {
    if (this.#given !== undefined) return;
    this.#given = { reason };
    for (const listener of this.#told) listener(reason);
  }
}

/** Starts the clock of one call. */
export function startDeadline(
  timers: Timers,
  timeout: number,
  signal: AbortSignal | undefined,
): Deadline {
  const deadline = new Deadline(timers, timeout, 'timeout', Infinity);
  return signal === undefined ? deadline : deadline.obey(signal);
}
