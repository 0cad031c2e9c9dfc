import type { Timers } from '../clock.js';

/** Why waiting ended before what was waited for: thrown by a {@link Deadline}, turned into an outcome by the call. */
export class WaitEnded extends Error {
  override readonly name = 'WaitEnded';
  readonly why: 'timeout' | 'attempt-timeout' | 'aborted';
  /** Milliseconds that were allowed, where a deadline passed. */
  readonly allowed: number;
  /** The caller's reason, where the caller aborted. */
  readonly reason: unknown;
  constructor(why: WaitEnded['why'], allowed: number, reason?: unknown) {
    super(why);
    this.why = why;
    this.allowed = allowed;
    this.reason = reason;
  }
}

/** How long one call may take and who may end it early. One timer and one listener, both gone after {@link end}. */
export interface Deadline {
  /** Milliseconds left; `Infinity` without a limit. */
  left(): number;
  /** @throws {WaitEnded} as soon as the caller aborts or the deadline passes, whatever the work does. */
  run<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Starts an attempt, which may have a limit of its own in milliseconds. One of a call that is over is over, too. */
  attempt(limit: number | undefined): Attempt;
  /** @throws {WaitEnded} like {@link run}. */
  wait(milliseconds: number): Promise<void>;
  end(): void;
}

/** One attempt within a call. */
export interface Attempt {
  /** Fires when the attempt is given up, so that a transport lets go of its connection. */
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch after which nobody waits; `undefined` where there is no limit. */
  readonly at: number | undefined;
  /** @throws {WaitEnded} */
  run<Value>(work: () => Promise<Value>): Promise<Value>;
  end(): void;
  /** Fires the signal, even after the end: what still comes of the answer is not wanted. */
  abandon(): void;
}

/** Starts the clock of one call. */
export function startDeadline(
  timers: Timers,
  timeout: number,
  signal: AbortSignal | undefined,
): Deadline {
  const at = Number.isFinite(timeout) ? timers.now() + timeout : undefined;
  const listeners = new Set<(ended: WaitEnded) => void>();
  let over: WaitEnded | undefined;

  const stop = (ended: WaitEnded): void => {
    over ??= ended;
    for (const listener of listeners) listener(over);
  };
  const onAbort = (): void => stop(new WaitEnded('aborted', 0, signal?.reason));
  const timer =
    at === undefined
      ? undefined
      : startTimer(timers, timeout, () => stop(new WaitEnded('timeout', timeout)));
  if (signal?.aborted === true) onAbort();
  else signal?.addEventListener('abort', onAbort);

  const run = <Value>(work: () => Promise<Value>): Promise<Value> =>
    over === undefined ? raced(work, listeners) : Promise.reject(over);

  return {
    left: () => (at === undefined ? Infinity : at - timers.now()),
    run,
    attempt: (limit) => startAttempt(timers, at, limit, listeners, over),
    async wait(milliseconds) {
      let stopWaiting: (() => void) | undefined;
      try {
        await run(
          () =>
            new Promise<void>((resolve) => {
              stopWaiting = startTimer(timers, milliseconds, resolve);
            }),
        );
      } finally {
        stopWaiting?.();
      }
    },
    end() {
      timer?.();
      signal?.removeEventListener('abort', onAbort);
      listeners.clear();
    },
  };
}

function startAttempt(
  timers: Timers,
  at: number | undefined,
  limit: number | undefined,
  callListeners: Set<(ended: WaitEnded) => void>,
  callEnded: WaitEnded | undefined,
): Attempt {
  const controller = new AbortController();
  const listeners = new Set<(ended: WaitEnded) => void>();
  let over: WaitEnded | undefined;

  const stop = (ended: WaitEnded): void => {
    over ??= ended;
    for (const listener of listeners) listener(over);
    controller.abort(ended.why === 'aborted' ? ended.reason : ended);
  };
  callListeners.add(stop);
  if (callEnded !== undefined) stop(callEnded);
  const own = limit === undefined || !Number.isFinite(limit) ? undefined : limit;
  const timer =
    own === undefined
      ? undefined
      : startTimer(timers, own, () => stop(new WaitEnded('attempt-timeout', own)));
  const until = Math.min(at ?? Infinity, own === undefined ? Infinity : timers.now() + own);

  return {
    signal: controller.signal,
    at: until === Infinity ? undefined : until,
    run: (work) => (over === undefined ? raced(work, listeners) : Promise.reject(over)),
    end() {
      timer?.();
      callListeners.delete(stop);
    },
    abandon: () => controller.abort(),
  };
}

/** The work, or whatever ends it first. A work that is left behind may fail unheard. */
function raced<Value>(
  work: () => Promise<Value>,
  listeners: Set<(ended: WaitEnded) => void>,
): Promise<Value> {
  return new Promise<Value>((resolve, reject) => {
    listeners.add(reject);
    const done = (): boolean => listeners.delete(reject);
    work().then(
      (value) => {
        done();
        resolve(value);
      },
      (error: unknown) => {
        done();
        reject(error);
      },
    );
  });
}

/** Calls back after that time; the function it returns forgets it. */
function startTimer(timers: Timers, milliseconds: number, callback: () => void): () => void {
  const handle = timers.setTimeout(callback, milliseconds);
  return () => timers.clearTimeout(handle);
}
