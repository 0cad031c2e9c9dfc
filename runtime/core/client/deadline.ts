import type { Timers } from '../clock.js';

/** Why waiting ended before what was waited for: thrown by a {@link Deadline}, turned into an outcome by the call. */
export class WaitEnded extends Error {
  override readonly name = 'WaitEnded';
  readonly why: 'timeout' | 'attempt-timeout' | 'aborted';
  /** Milliseconds that were allowed, where a deadline passed. */
  readonly allowed: number;
  /** Why work is given up: the caller's reason, where the caller aborted, else this itself. */
  readonly reason: unknown;
  constructor(why: WaitEnded['why'], allowed: number, reason?: unknown) {
    super(why);
    this.why = why;
    this.allowed = allowed;
    this.reason = why === 'aborted' ? reason : this;
  }
}

/** How long a call, or one attempt of it, may take and who may end it early. One timer and one listener, both gone after {@link end}. */
export interface Deadline {
  /** Milliseconds since the epoch after which nobody waits; `Infinity` without a limit. */
  readonly at: number;
  /** Milliseconds left; `Infinity` without a limit. */
  left(): number;
  /** @throws {WaitEnded} as soon as the caller aborts or the deadline passes, whatever the work does. */
  run<Value>(work: () => Promise<Value>): Promise<Value>;
  /** @throws {WaitEnded} like {@link run}. */
  wait(milliseconds: number): Promise<void>;
  /** Starts an attempt, which may have a limit of its own in milliseconds. One of a call that is over is over, too. */
  attempt(limit: number | undefined): Deadline;
  /** Fires when the work is given up, so that a transport lets go of its connection. Made when it is asked for. */
  signal(): AbortSignal;
  /** Calls back when the work is given up. */
  onAbort(listener: (reason: unknown) => void): void;
  /** Whether it was given up. */
  isOver(): boolean;
  /** @throws where it was given up. */
  throwIfOver(): void;
  end(): void;
  /** Gives it up, even after the end: what still comes of the answer is not wanted. */
  abandon(reason?: unknown): void;
}

/** What is told that waiting has ended. */
type Listener = (ended: WaitEnded) => void;

/** Starts the clock of one call. */
export function startDeadline(
  timers: Timers,
  timeout: number,
  signal: AbortSignal | undefined,
): Deadline {
  return start(timers, timeout, 'timeout', Infinity, (stop) => {
    const aborted = (): void => stop(new WaitEnded('aborted', 0, signal?.reason));
    if (signal?.aborted === true) aborted();
    else signal?.addEventListener('abort', aborted);
    return () => signal?.removeEventListener('abort', aborted);
  });
}

/** `outer` is when what it is part of ends, and `listen` tells when that ends early, until its result is called. */
function start(
  timers: Timers,
  limit: number,
  why: WaitEnded['why'],
  outer: number,
  listen: (stop: Listener) => () => void,
): Deadline {
  const isLimited = limit < Infinity;
  const at = isLimited ? Math.min(outer, timers.now() + limit) : outer;
  const waiting = new Set<Listener>();
  const told: ((reason: unknown) => void)[] = [];
  let over: WaitEnded | undefined;
  let given: { readonly reason: unknown } | undefined;
  let controller: AbortController | undefined;

  const abandon = (reason: unknown): void => {
    if (given !== undefined) return;
    given = { reason };
    for (const listener of told) listener(reason);
  };
  const stop = (ended: WaitEnded): void => {
    over ??= ended;
    for (const listener of waiting) listener(over);
    abandon(over.reason);
  };
  const onAbort = (listener: (reason: unknown) => void): void => {
    if (given === undefined) told.push(listener);
    else listener(given.reason);
  };
  // A work that is left behind may fail unheard.
  const run = <Value>(work: () => Promise<Value>): Promise<Value> =>
    new Promise((resolve, reject) => {
      if (over !== undefined) return reject(over);
      const ending =
        <Ended>(end: (ended: Ended) => void) =>
        (ended: Ended): void => {
          waiting.delete(reject);
          end(ended);
        };
      waiting.add(reject);
      work().then(ending(resolve), ending(reject));
    });
  const timer = isLimited
    ? timers.setTimeout(() => stop(new WaitEnded(why, limit)), limit)
    : undefined;
  const unlisten = listen(stop);

  return {
    at,
    left: () => at - timers.now(),
    run,
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
    attempt: (inner = Infinity) =>
      start(timers, inner, 'attempt-timeout', at, (stopInner) => {
        waiting.add(stopInner);
        if (over !== undefined) stopInner(over);
        return () => waiting.delete(stopInner);
      }),
    signal() {
      if (controller === undefined) {
        const made = (controller = new AbortController());
        onAbort((reason) => made.abort(reason));
      }
      return controller.signal;
    },
    onAbort,
    isOver: () => given !== undefined,
    throwIfOver() {
      if (given !== undefined) throw given.reason;
    },
    end() {
      if (timer !== undefined) timers.clearTimeout(timer);
      unlisten();
    },
    abandon,
  };
}
