import { closable, type Closable } from '../../core/closable.js';
import { systemTimers, type Timers } from '../../core/clock.js';
import { ignoreErrors } from '../../core/ignore-errors.js';
import { randomUuid, systemRandom } from '../../core/random.js';
import type { Awaitable } from '../../core/server/options.js';
import type { Delivery } from '../delivery.js';
import type { DeliveryRetry } from '../policy.js';
import type { WebhookSender } from '../sender.js';
import type { Outbox, OutboxClaim } from './outbox.js';

/** Options of {@link outboxWorker}. */
export interface OutboxWorkerOptions extends OutboxWorkOptions {
  /** Senders of the deliveries. A delivery of a webhook that none of them sends becomes a dead letter. */
  readonly senders: readonly WebhookSender[];
  /** Credentials for the address of a delivery, because an outbox stores none. Default: those of the sender. */
  readonly credentials?: (delivery: Delivery) => object | Promise<object>;
  /** Retries of deliveries. They override those of the sender; `false` for a single attempt. */
  readonly retry?: DeliveryRetry | false;
}

/** Options of every worker, wherever it sends deliveries. */
export interface OutboxWorkOptions {
  readonly outbox: Outbox;
  /** Maximum number of deliveries that this worker sends at the same time. Default: 32. */
  readonly concurrency?: number;
  /** Maximum number of deliveries that all workers together send to one receiver at the same time. Default: 4. */
  readonly perReceiver?: number;
  /** Maximum number of deliveries that all workers together send at the same time. Default: no limit. */
  readonly total?: number;
  /**
   * Milliseconds after which the deliveries of a crashed worker are sent again. Leases are renewed three times in this time. It
   * must exceed the difference between the clocks of the processes. Default: 60,000.
   */
  readonly lease?: number;
  /** Milliseconds after which an idle worker looks for due deliveries. Default: 1,000. */
  readonly interval?: number;
  /** Listener for events, for logs and metrics. */
  readonly onEvent?: (event: OutboxWorkerEvent) => void;
  /** Clock and timers; replaceable for tests. Default: those of the system. */
  readonly timers?: Timers;
}

/** Events of a worker. They contain no credentials, but the contents of deliveries. */
export type OutboxWorkerEvent =
  /** An attempt has ended, and its result is stored. */
  | { readonly kind: 'settled'; readonly delivery: Delivery }
  /** Another worker claimed the delivery, because the lease was not renewed in time. */
  | { readonly kind: 'lost'; readonly id: string }
  /** The outbox or the credentials of a delivery failed. The worker continues. */
  | { readonly kind: 'failed'; readonly error: unknown; readonly id?: string };

/** Counts since the worker was created. */
export interface OutboxWorkerMetrics {
  readonly running: number;
  readonly claimed: number;
  readonly succeeded: number;
  readonly retried: number;
  readonly dead: number;
  readonly lost: number;
  readonly failures: number;
}

/** Sends the deliveries of an outbox. */
export interface OutboxWorker extends Closable {
  /** Looks for due deliveries now, for example after a transaction that enqueued some. */
  wake(): void;
  metrics(): OutboxWorkerMetrics;
  /**
   * Stops claiming deliveries and waits for those that are being sent. After `timeout` milliseconds (default: 10,000) they are
   * aborted, and are sent again by another worker.
   */
  close(options?: { readonly timeout?: number }): Promise<void>;
}

/**
 * Starts a worker. Any number of processes may run workers on one outbox.
 *
 * @throws {TypeError} for a number that is not above zero.
 */
export function outboxWorker(options: OutboxWorkerOptions): OutboxWorker {
  return workOutbox(options, attempts(options));
}

/** Makes one attempt. Returns the delivery in its next state. If it rejects, the delivery is sent again when its lease has expired. */
export type AttemptDelivery = (
  delivery: Delivery,
  context: {
    /** Aborted when the worker must end. */
    readonly signal: AbortSignal;
    readonly emit: (event: OutboxWorkerEvent) => void;
  },
) => Promise<Delivery>;

/**
 * Claims the due deliveries of an outbox, attempts them, and stores the results, until it is closed.
 *
 * @throws {TypeError} for a number that is not above zero.
 */
export function workOutbox(options: OutboxWorkOptions, attempt: AttemptDelivery): OutboxWorker {
  const { outbox, timers = systemTimers } = options;
  const { concurrency = 32, perReceiver = 4, total = Infinity } = options;
  const { lease = 60_000, interval = 1_000 } = options;
  for (const [name, value] of Object.entries({ concurrency, perReceiver, total, lease, interval }))
    if (!(value > 0)) throw new TypeError(`"${name}" must be a positive number`);
  const claim = randomUuid(systemRandom);
  const running = new Map<string, Promise<void>>();
  const stopping = signalGroup();
  const counts = { claimed: 0, succeeded: 0, retried: 0, dead: 0, lost: 0, failures: 0 };
  const emit = (event: OutboxWorkerEvent): void => {
    if (event.kind === 'failed') counts.failures += 1;
    if (event.kind === 'lost') counts.lost += 1;
    ignoreErrors(() => options.onEvent?.(event));
  };
  const leaseFrom = (now: number): Pick<OutboxClaim, 'now' | 'leaseUntil'> => ({
    now,
    leaseUntil: now + lease,
  });

  const send = async (delivery: Delivery): Promise<void> => {
    const { id } = delivery;
    const { signal, end } = stopping.begin();
    try {
      const attempted = await attempt(delivery, { signal, emit }).finally(end);
      if (!(await settle(attempted))) return emit({ kind: 'lost', id });
      if (attempted.state === 'succeeded') counts.succeeded += 1;
      else if (attempted.state === 'failed') counts.dead += 1;
      else counts.retried += 1;
      emit({ kind: 'settled', delivery: attempted });
    } catch (error) {
      // The lease expires, and the delivery is sent again.
      emit({ kind: 'failed', error, id });
    }
  };
  /** Stores a result. It is worth waiting for a store that failed, because otherwise the delivery is sent again. */
  const settle = async (delivery: Delivery): Promise<boolean> => {
    for (let failures = 1; ; failures += 1) {
      try {
        return await outbox.settle(delivery, claim, timers.now());
      } catch (error) {
        if (failures >= 5 || isClosed) throw error;
        emit({ kind: 'failed', error, id: delivery.id });
        await new Promise<void>((resolve) => timers.setTimeout(resolve, interval * failures));
      }
    }
  };

  let isClosed = false;
  let isClaiming = false;
  let claiming: Promise<void> | undefined;
  let isWoken = false;
  let timer: unknown;
  const claimDue = async (): Promise<number> => {
    // Deliveries that end together make room for one claim.
    await Promise.resolve();
    const limit = concurrency - running.size;
    if (isClosed || limit <= 0) return 0;
    const times = leaseFrom(timers.now());
    const claimed = await outbox.claim({ claim, ...times, limit, perReceiver, total });
    counts.claimed += claimed.length;
    for (const delivery of claimed) {
      const sent = send(delivery).finally(() => {
        running.delete(delivery.id);
        wake();
      });
      running.set(delivery.id, sent);
    }
    return claimed.length;
  };
  const wake = (): void => {
    isWoken = true;
    if (isClaiming || isClosed) return;
    isClaiming = true;
    timers.clearTimeout(timer);
    claiming = claimWhileWoken();
  };
  const claimWhileWoken = async (): Promise<void> => {
    while (isWoken) {
      isWoken = false;
      try {
        if ((await claimDue()) > 0 && running.size < concurrency) isWoken = true;
      } catch (error) {
        isWoken = false;
        emit({ kind: 'failed', error });
      }
    }
    isClaiming = false;
    if (!isClosed) timer = timers.setTimeout(wake, interval);
  };
  wake();
  const renewal = renewLeases({ running, timers, emit, every: lease / 3 }, (ids) =>
    outbox.renew(ids, claim, leaseFrom(timers.now())),
  );

  const worker = {
    wake,
    metrics: () => ({ running: running.size, ...counts }),
    async close({ timeout = 10_000 }: { readonly timeout?: number } = {}) {
      isClosed = true;
      timers.clearTimeout(timer);
      const abort = timers.setTimeout(() => stopping.abort(), timeout);
      // A claim that was on its way is sent too.
      await claiming;
      await Promise.all(running.values());
      timers.clearTimeout(abort);
      // Until nothing is being sent any more, leases are renewed.
      renewal.end();
    },
  };
  return closable(worker, () => worker.close());
}

/** Creates the function that attempts a delivery once with the sender of its webhook. */
function attempts({
  senders,
  credentials,
  retry,
  timers = systemTimers,
}: OutboxWorkerOptions): AttemptDelivery {
  return async (delivery, { signal, emit }) => {
    const sender = senders.find((each) => each.sends(delivery.webhook));
    if (sender === undefined) return rejected(delivery, timers.now());
    const own = await credentials?.(delivery);
    try {
      const { outcome: _, ...attempted } = await sender.attempt(delivery, {
        signal,
        ...(own === undefined ? {} : { credentials: own }),
        ...(retry === undefined ? {} : { retry }),
      });
      return attempted;
    } catch (error) {
      // Nothing was sent: the description or the options have changed since the delivery was stored.
      emit({ kind: 'failed', error, id: delivery.id });
      return rejected(delivery, timers.now());
    }
  };
}

/** Signals of attempts that are aborted together. One that all attempts share would collect their listeners. */
interface SignalGroup {
  /** Returns the signal of an attempt, and a function to call at its end. */
  begin(): { readonly signal: AbortSignal; readonly end: () => void };
  abort(): void;
}

function signalGroup(): SignalGroup {
  const controllers = new Set<AbortController>();
  let isAborted = false;
  return {
    begin() {
      const controller = new AbortController();
      if (isAborted) controller.abort();
      controllers.add(controller);
      return { signal: controller.signal, end: () => void controllers.delete(controller) };
    },
    abort() {
      isAborted = true;
      for (const controller of controllers) controller.abort();
    },
  };
}

/** Deliveries whose leases are renewed. */
interface Leases {
  /** The deliveries that are being sent, by ID. */
  readonly running: ReadonlyMap<string, unknown>;
  readonly timers: Timers;
  readonly emit: (event: OutboxWorkerEvent) => void;
  /** Milliseconds between renewals. */
  readonly every: number;
}

/** Renews the leases of running deliveries until the end. `renew` returns those that are lost. */
function renewLeases(
  { running, timers, emit, every }: Leases,
  renew: (ids: readonly string[]) => Awaitable<readonly string[]>,
): { end(): void } {
  let timer: unknown;
  let isEnded = false;
  const schedule = (): void => {
    if (!isEnded) timer = timers.setTimeout(() => void renewRunning(), every);
  };
  const renewRunning = async (): Promise<void> => {
    try {
      const ids = [...running.keys()];
      const lost = ids.length === 0 ? [] : await renew(ids);
      for (const id of lost) if (running.has(id)) emit({ kind: 'lost', id });
    } catch (error) {
      emit({ kind: 'failed', error });
    }
    schedule();
  };
  schedule();
  return {
    end() {
      isEnded = true;
      timers.clearTimeout(timer);
    },
  };
}

/** A delivery that cannot be sent: a dead letter. */
function rejected(delivery: Delivery, now: number): Delivery {
  const { nextAttemptAt: _, ...rest } = delivery;
  const number = delivery.attempts.length + 1;
  const attempt = { number, startedAt: now, endedAt: now, ended: 'invalid-request' } as const;
  return { ...rest, state: 'failed', attempts: [...delivery.attempts, attempt] };
}
