import type { Timers } from '../../clock.js';

/** Thrown by a {@link Deadline} when waiting ends early. A call converts it to an outcome. */
export class WaitEnded extends Error {
  override readonly name = 'WaitEnded';
  declare readonly kind: 'timeout' | 'attempt-timeout' | 'aborted';
  /** The limit in milliseconds if a deadline passed. */
  declare readonly limit: number;
  /** Abort reason: that of the caller if the caller aborted, otherwise this error. */
  declare readonly reason: unknown;
  constructor(kind: WaitEnded['kind'], limit: number, reason?: unknown) {
    super(kind);
    this.kind = kind;
    this.limit = limit;
    this.reason = kind === 'aborted' ? reason : this;
  }
}

/** Called when waiting ends early. */
type Listener = (ended: WaitEnded) => void;

/**
 * Time limit and cancellation of a call or an attempt. It has one timer and one listener, both removed by {@link end}. It is a
 * class because every call creates one, and creating an object literal with methods would be the most expensive part of it.
 */
export class Deadline {
  /** Milliseconds since the epoch; `Infinity` without a limit. */
  readonly at: number;
  readonly #timers: Timers;
  readonly #timer: unknown;
  readonly #waiting: Listener[] = [];
  readonly #abortListeners: ((reason: unknown) => void)[] = [];
  #stopped: WaitEnded | undefined;
  #abandoned: { readonly reason: unknown } | undefined;
  #unlisten: (() => void) | undefined;
  #isEnded = false;

  /** `outer` is the end of the enclosing deadline. */
  constructor(timers: Timers, limit: number, kind: WaitEnded['kind'], outer: number) {
    this.#timers = timers;
    this.at = outer;
    if (limit < Infinity) {
      this.at = Math.min(outer, timers.now() + limit);
      this.#timer = timers.setTimeout(() => this.stop(new WaitEnded(kind, limit)), limit);
    }
  }

  /** Remaining milliseconds; `Infinity` without a limit. */
  left(): number {
    return this.at - this.#timers.now();
  }

  /**
   * Runs work that may be abandoned. Its errors are then ignored.
   *
   * @throws {WaitEnded} as soon as the caller aborts or the deadline passes, even if the work continues.
   */
  run<Value>(work: () => Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (this.#stopped !== undefined) return reject(this.#stopped);
      // Stays registered until the call ends. Rejecting a settled promise has no effect.
      this.#waiting.push(reject);
      work().then(resolve, reject);
    });
  }

  /**
   * Waits for the given number of milliseconds.
   *
   * @throws {WaitEnded} like {@link run}.
   */
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

  /** Starts an attempt with an optional limit in milliseconds. It ends with the call, and at once if the call has already ended. */
  attempt(limit: number = Infinity): Deadline {
    const inner = new Deadline(this.#timers, limit, 'attempt-timeout', this.at);
    if (this.#stopped !== undefined) inner.stop(this.#stopped);
    this.#waiting.push((ended) => inner.stop(ended));
    return inner;
  }

  /** Stops when the signal aborts. */
  followSignal(signal: AbortSignal): this {
    const aborted = (): void => this.stop(new WaitEnded('aborted', 0, signal.reason));
    if (signal.aborted) aborted();
    else signal.addEventListener('abort', aborted);
    this.#unlisten = () => signal.removeEventListener('abort', aborted);
    return this;
  }

  /** Registers a listener that is called when the work is abandoned. */
  onAbort(listener: (reason: unknown) => void): void {
    if (this.#abandoned === undefined) this.#abortListeners.push(listener);
    else listener(this.#abandoned.reason);
  }

  /** Abort reason; `undefined` unless the work was abandoned. */
  get abandoned(): { readonly reason: unknown } | undefined {
    return this.#abandoned;
  }

  /** Rejects everything that waits, and abandons the work. Does nothing after {@link end}. */
  stop(ended: WaitEnded): void {
    if (this.#isEnded) return;
    this.#stopped ??= ended;
    for (const listener of this.#waiting) listener(this.#stopped);
    this.abandon(this.#stopped.reason);
  }

  end(): void {
    this.#isEnded = true;
    if (this.#timer !== undefined) this.#timers.clearTimeout(this.#timer);
    this.#unlisten?.();
  }

  /** Abandons the work, even after {@link end}: the rest of a response is no longer needed. */
  abandon(reason?: unknown): void {
    if (this.#abandoned !== undefined) return;
    this.#abandoned = { reason };
    for (const listener of this.#abortListeners) listener(reason);
  }
}

/** Starts the deadline of a call. */
export function startDeadline(
  timers: Timers,
  timeout: number,
  signal: AbortSignal | undefined,
): Deadline {
  const deadline = new Deadline(timers, timeout, 'timeout', Infinity);
  return signal === undefined ? deadline : deadline.followSignal(signal);
}
