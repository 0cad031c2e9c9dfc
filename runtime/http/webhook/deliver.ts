import { type Deadline, startDeadline, WaitEnded } from '../../core/client/deadline.js';
import { backOff } from '../../core/client/retry.js';
import type { Timers } from '../../core/clock.js';
import type { RandomSource } from '../../core/random.js';
import type { WireResponse } from '../../core/wire.js';
import type { Delivered, Delivery, DeliveryAttempt, DeliveryState } from './delivery.js';
import type { DeliveryPolicy } from './policy.js';
import type { DeliveryStore } from './store.js';

/** How one attempt ended, as far as the loop looks at it. */
export interface AttemptOutcome {
  readonly kind: string;
  readonly status?: number;
  readonly response?: WireResponse;
  readonly cause?: unknown;
}

/** What carries a delivery through its attempts. */
export interface Course {
  readonly store: DeliveryStore;
  readonly policy: DeliveryPolicy;
  readonly timers: Timers;
  readonly random: RandomSource;
  readonly signal: AbortSignal | undefined;
  /** Whether the same bytes can be sent again. */
  readonly repeatable: boolean;
  /** Whether it may go there now. */
  admitted(): Promise<boolean>;
  /** Sends it once. Never rejects for what a receiver or a network does. */
  send(): Promise<AttemptOutcome>;
}

/**
 * Carries a delivery to its end: attempts, and pauses of any length up to one that grows ("full jitter"), or in full as long as `Retry-After`
 * asks, up to a day or what the policy says. It ends with the first success, with a status that is final, after as many attempts as there may be, or when the caller aborts:
 * then it stays as it is, to be resumed.
 *
 * @throws whatever the store throws
 */
export async function deliver(course: Course, start: Delivery): Promise<Delivered<AttemptOutcome>> {
  const { policy, timers, signal } = course;
  const deadline = startDeadline(timers, Infinity, signal);
  try {
    let delivery = start;
    let outcome: AttemptOutcome | undefined;
    if (!(await waited(deadline, pauseBefore(start, timers)))) return { ...delivery, outcome };
    for (;;) {
      const attempted = await attempt(course, delivery);
      outcome = attempted.outcome ?? outcome;
      const attempts = [...delivery.attempts, attempted.attempt];
      const state = stateAfter(course, attempted.attempt);
      const pause =
        state === 'retrying'
          ? Math.min(
              backOff(policy, attempts.length, outcome?.response, timers.now(), course.random),
              Math.max(policy.maxDelay, policy.maxRetryAfter),
            )
          : 0;
      delivery = moved(
        delivery,
        state,
        attempts,
        state === 'retrying' ? timers.now() + pause : undefined,
      );
      await course.store.save(delivery);
      if (state !== 'retrying' || attempted.attempt.ended === 'aborted')
        return { ...delivery, outcome };
      if (!(await waited(deadline, pause))) return { ...delivery, outcome };
    }
  } finally {
    deadline.end();
  }
}

/** A delivery that is taken up again waits until its next attempt is due. */
function pauseBefore({ nextAttemptAt }: Delivery, timers: Timers): number {
  return nextAttemptAt === undefined ? 0 : Math.max(0, nextAttemptAt - timers.now());
}

/** Whether a pause was waited for; `false` where the caller aborted. */
async function waited(deadline: Deadline, pause: number): Promise<boolean> {
  try {
    await (pause > 0 ? deadline.wait(pause) : deadline.run(async () => undefined));
    return true;
  } catch (error) {
    if (error instanceof WaitEnded) return false;
    throw error;
  }
}

async function attempt(
  course: Course,
  delivery: Delivery,
): Promise<{ readonly attempt: DeliveryAttempt; readonly outcome?: AttemptOutcome }> {
  const { store, timers } = course;
  const number = delivery.attempts.length + 1;
  const startedAt = timers.now();
  const ended = (
    how: DeliveryAttempt['ended'],
    more: Partial<DeliveryAttempt>,
  ): DeliveryAttempt => ({
    number,
    startedAt,
    endedAt: timers.now(),
    ended: how,
    ...more,
  });
  await store.save(moved(delivery, 'processing', delivery.attempts));
  if (!(await course.admitted())) return { attempt: ended('refused', {}) };
  const outcome = await course.send();
  const { status, cause } = outcome;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return {
    // A transport may know better than `admit` where a name leads to.
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

/** Any 2XX is a success, whether the description lists it or not: the receiver has taken the message. */
function kindOf({ kind, status = 0 }: AttemptOutcome): DeliveryAttempt['ended'] {
  if (status >= 200 && status < 300) return 'success';
  return kinds.find((each) => each === kind) ?? 'failure';
}

function stateAfter(
  { policy, repeatable }: Course,
  { ended, status, number }: DeliveryAttempt,
): DeliveryState {
  if (ended === 'success') return 'succeeded';
  if (ended === 'aborted') return repeatable ? 'retrying' : 'failed';
  if (ended === 'refused' || !repeatable || number >= policy.attempts) return 'failed';
  return status === undefined || policy.retries(status) ? 'retrying' : 'failed';
}

function moved(
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
