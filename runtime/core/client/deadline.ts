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
  /** Milliseconds since the epoch after which nobody waits; `undefined` where there is no limit. */
  readonly at: number | undefined;
  /** Fires when the attempt is given up, so that a transport lets go of its connection. Made when it is asked for. */
  signal(): AbortSignal;
  /** Calls back when the attempt is given up. */
  onAbort(listener: (reason: unknown) => void): void;
  /** @throws {WaitEnded} */
  run<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Whether it was given up. */
  isOver(): boolean;
  /** @throws where it was given up. */
  throwIfOver(): void;
  end(): void;
  /** Gives it up, even after the end: what still comes of the answer is not wanted. */
  abandon(): void;
}

/** What is told that waiting has ended. */
type Listener = (ended: WaitEnded) => void;

/** Starts the clock of one call. */
export function startDeadline(
  timers: Timers,
  timeout: number,
  signal: AbortSignal | undefined,
): Deadline {
  const at = Number.isFinite(timeout) ? timers.now() + timeout : undefined;
  const listeners = new Set<Listener>();
  let over: WaitEnded | undefined;

  const stop = (ended: WaitEnded): void => {
    over ??= ended;
    for (const listener of listeners) listener(over);
  };
  const onAbort = (): void => stop(new WaitEnded('aborted', 0, signal?.reason));
  const timer =
    at === undefined
      ? undefined
      : timers.setTimeout(() => stop(new WaitEnded('timeout', timeout)), timeout);
  if (signal?.aborted === true) onAbort();
  else signal?.addEventListener('abort', onAbort);

  const run = <Value>(work: () => Promise<Value>): Promise<Value> =>
    over === undefined ? raced(work, listeners) : Promise.reject(over);

  return {
    left: () => (at === undefined ? Infinity : at - timers.now()),
    run,
    attempt: (limit) => startAttempt(timers, at, limit, listeners, over),
    async wait(milliseconds) {
      let handle: unknown;
      try {
        await run(
          () =>
            new Promise<void>((resolve) => {
              handle = timers.setTimeout(resolve, milliseconds);
            }),
        );
      } finally {
        timers.clearTimeout(handle);
      }
    },
    end() {
      if (timer !== undefined) timers.clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      listeners.clear();
    },
  };
}

function startAttempt(
  timers: Timers,
  at: number | undefined,
  limit: number = Infinity,
  callListeners: Set<Listener>,
  callEnded: WaitEnded | undefined,
): Attempt {
  const waiting = new Set<Listener>();
  let controller: AbortController | undefined;
  let given: { readonly reason: unknown } | undefined;
  let over: WaitEnded | undefined;
  let told: ((reason: unknown) => void)[] | undefined;

  const giveUp = (reason: unknown): void => {
    if (given !== undefined) return;
    given = { reason };
    controller?.abort(reason);
    for (const listener of told ?? []) listener(reason);
  };
  const stop = (ended: WaitEnded): void => {
    over ??= ended;
    for (const listener of waiting) listener(over);
    giveUp(ended.why === 'aborted' ? ended.reason : ended);
  };
  callListeners.add(stop);
  if (callEnded !== undefined) stop(callEnded);
  const timer = Number.isFinite(limit)
    ? timers.setTimeout(() => stop(new WaitEnded('attempt-timeout', limit)), limit)
    : undefined;
  const until = Math.min(at ?? Infinity, timer === undefined ? Infinity : timers.now() + limit);

  return {
    at: until === Infinity ? undefined : until,
    signal() {
      if (controller === undefined) {
        controller = new AbortController();
        if (given !== undefined) controller.abort(given.reason);
      }
      return controller.signal;
    },
    onAbort(listener) {
      if (given === undefined) (told ??= []).push(listener);
      else listener(given.reason);
    },
    run: (work) => (over === undefined ? raced(work, waiting) : Promise.reject(over)),
    isOver: () => given !== undefined,
    throwIfOver() {
      if (given !== undefined) throw given.reason;
    },
    end() {
      if (timer !== undefined) timers.clearTimeout(timer);
      callListeners.delete(stop);
    },
    abandon: () => giveUp(undefined),
  };
}

/** The work, or whatever ends it first. A work that is left behind may fail unheard. */
function raced<Value>(work: () => Promise<Value>, listeners: Set<Listener>): Promise<Value> {
  return new Promise<Value>((resolve, reject) => {
    listeners.add(reject);
    work().then(
      (value) => {
        listeners.delete(reject);
        resolve(value);
      },
      (error: unknown) => {
        listeners.delete(reject);
        reject(error);
      },
    );
  });
}
