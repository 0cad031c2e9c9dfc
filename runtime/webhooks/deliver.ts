import { type Deadline, startDeadline, WaitEnded } from '../core/client/sending/deadline.js';
import { backOff } from '../core/client/sending/retry.js';
import type { Timers } from '../core/clock.js';
import type { RandomSource } from '../core/random.js';
import type { WireResponse } from '../core/wire.js';
import type { Delivered, Delivery, DeliveryAttempt, DeliveryState } from './delivery.js';
import type { DeliveryPolicy } from './policy.js';
import type { DeliveryStore } from './store.js';

/** Result of one attempt, as far as the delivery loop uses it. */
export interface AttemptOutcome {
  readonly kind: string;
  readonly status?: number;
  readonly response?: WireResponse;
  readonly cause?: unknown;
}

/** Environment of a delivery's attempts. */
export interface DeliveryRun {
  readonly store: DeliveryStore;
  readonly policy: DeliveryPolicy;
  readonly timers: Timers;
  readonly random: RandomSource;
  readonly signal: AbortSignal | undefined;
  /** True if the same bytes can be sent again. */
  readonly isRepeatable: boolean;
  /** Resolves to true if the address may be called now. */
  isAdmitted(): Promise<boolean>;
  /** Makes one attempt. Does not reject for failures of the receiver or the network. */
  send(): Promise<AttemptOutcome>;
}

/**
 * Makes attempts until a delivery is finished.
 *
 * A pause is random, up to a limit that grows exponentially ("full jitter"), or as long as `Retry-After` requests,
 * within the policy's limits. The delivery ends with the first success, a final status or the last attempt. If the
 * caller aborts, it stays unfinished and can be resumed.
 *
 * @throws errors of the store.
 */
export async function deliver(
  run: DeliveryRun,
  start: Delivery,
): Promise<Delivered<AttemptOutcome>> {
  const { timers, signal } = run;
  const deadline = startDeadline(timers, Infinity, signal);
  try {
    let delivery = start;
    let outcome: AttemptOutcome | undefined;
    if (!(await pauseFor(deadline, pauseBefore(start, timers)))) return { ...delivery, outcome };
    for (;;) {
      const attempted = await attemptOnce(run, delivery);
      outcome = attempted.outcome ?? outcome;
      delivery = attempted.delivery;
      await run.store.save(delivery);
      const { state, nextAttemptAt = 0 } = delivery;
      if (state !== 'retrying' || attempted.ended === 'aborted') return { ...delivery, outcome };
      const pause = nextAttemptAt - timers.now();
      if (!(await pauseFor(deadline, pause))) return { ...delivery, outcome };
    }
  } finally {
    deadline.end();
  }
}

/**
 * Makes one attempt. Returns the delivery in its next state, with the time of the next attempt in the state `retrying`.
 *
 * @throws errors of the store.
 */
export async function attemptOnce(
  run: DeliveryRun,
  start: Delivery,
): Promise<{
  readonly delivery: Delivery;
  readonly ended: DeliveryAttempt['ended'];
  readonly outcome: AttemptOutcome | undefined;
}> {
  const { policy, timers, random } = run;
  const { attempt: last, outcome } = await attempt(run, start);
  const attempts = [...start.attempts, last];
  const state = stateAfter(run, last);
  const { ended } = last;
  if (state !== 'retrying') return { delivery: withState(start, state, attempts), ended, outcome };
  const pause = backOff(policy, attempts.length, outcome?.response, timers.now(), random);
  const limit = Math.max(policy.maxDelay, policy.maxRetryAfter);
  const nextAttemptAt = timers.now() + Math.min(pause, limit);
  return { delivery: withState(start, state, attempts, nextAttemptAt), ended, outcome };
}

/** Remaining time until the next attempt of a resumed delivery, in milliseconds. */
function pauseBefore({ nextAttemptAt }: Delivery, timers: Timers): number {
  return nextAttemptAt === undefined ? 0 : Math.max(0, nextAttemptAt - timers.now());
}

/** Waits; resolves to `false` if the caller aborted. */
async function pauseFor(deadline: Deadline, pause: number): Promise<boolean> {
  try {
    await (pause > 0 ? deadline.wait(pause) : deadline.run(async () => undefined));
    return true;
  } catch (error) {
    if (error instanceof WaitEnded) return false;
    throw error;
  }
}

async function attempt(
  run: DeliveryRun,
  delivery: Delivery,
): Promise<{ readonly attempt: DeliveryAttempt; readonly outcome?: AttemptOutcome }> {
  const { store, timers } = run;
  const number = delivery.attempts.length + 1;
  const startedAt = timers.now();
  const ended = (
    result: DeliveryAttempt['ended'],
    details: Partial<DeliveryAttempt>,
  ): DeliveryAttempt => ({
    number,
    startedAt,
    endedAt: timers.now(),
    ended: result,
    ...details,
  });
  await store.save(withState(delivery, 'processing', delivery.attempts));
  if (!(await run.isAdmitted())) return { attempt: ended('refused', {}) };
  const outcome = await run.send();
  const { status, cause } = outcome;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return {
    // The transport resolves the host name and may refuse an address that `admit` accepted.
    attempt: ended(code === 'refused-address' ? 'refused' : kindOf(outcome), {
      ...(status === undefined ? {} : { status }),
      ...(typeof code === 'string' ? { code } : {}),
    }),
    outcome,
  };
}

const kinds = [
  'failure',
  'undeclared',
  'network',
  'timeout',
  'invalid-request',
  'invalid-response',
  'aborted',
] as const;

/** Maps an outcome to the end of an attempt. Any 2XX status is a success, even an undeclared one: the receiver took the message. */
function kindOf({ kind, status = 0 }: AttemptOutcome): DeliveryAttempt['ended'] {
  if (status >= 200 && status < 300) return 'success';
  return kinds.find((each) => each === kind) ?? 'failure';
}

function stateAfter(
  { policy, isRepeatable: repeatable }: DeliveryRun,
  { ended: attemptOf, status, number }: DeliveryAttempt,
): DeliveryState {
  if (attemptOf === 'success') return 'succeeded';
  if (attemptOf === 'aborted') return repeatable ? 'retrying' : 'failed';
  if (attemptOf === 'refused' || !repeatable || number >= policy.attempts) return 'failed';
  return status === undefined || policy.retries(status) ? 'retrying' : 'failed';
}

function withState(
  { nextAttemptAt: _, ...delivery }: Delivery,
  state: DeliveryState,
  attempts: Delivery['attempts'],
  nextAttemptAt?: number,
): Delivery {
  return {
    ...delivery,
    state,
    attempts,
    ...(nextAttemptAt === undefined ? {} : { nextAttemptAt }),
  };
}
