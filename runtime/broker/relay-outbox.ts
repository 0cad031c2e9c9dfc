import { fullJitter } from '../core/back-off.js';
import { systemTimers } from '../core/clock.js';
import { systemRandom, type RandomSource } from '../core/random.js';
import type { Awaitable } from '../core/server/options.js';
import type { Delivery, DeliveryAttempt } from '../webhooks/delivery.js';
import {
  workOutbox,
  type OutboxWorker,
  type OutboxWorkOptions,
} from '../webhooks/outbox/worker.js';
import { BrokerError, type BrokerErrorCode } from './broker.js';

/** Options of {@link relayOutbox}. */
export interface OutboxRelayOptions extends OutboxWorkOptions {
  /**
   * Publishes the message of a delivery, with the delivery's id as that of the message, and resolves when the broker has confirmed it. The signal is
   * aborted when the attempt must end.
   */
  readonly publish: (
    delivery: Delivery,
    options: { readonly signal: AbortSignal },
  ) => Awaitable<void>;
  /** Limit of the first delay after a failed attempt in milliseconds, before jitter. It doubles with each attempt. Default: 1,000. */
  readonly delay?: number;
  /** Limit of every delay in milliseconds. Default: 60,000. */
  readonly maxDelay?: number;
  /** Maximum number of attempts, after which a delivery becomes a dead letter. Default: no limit, because brokers come back. */
  readonly attempts?: number;
  /** Milliseconds for an attempt. Default: 30,000. */
  readonly timeout?: number;
  readonly random?: RandomSource;
}

/** Errors by which a message will never be sent. */
const final: readonly BrokerErrorCode[] = [
  'invalid-message',
  'invalid-address',
  'unsupported',
  'unknown-operation',
];

/** Number of attempts that a delivery records. */
const maxRecorded = 10;

/**
 * Publishes the deliveries of an outbox as messages, at least once. Any number of processes may relay one outbox: each delivery is claimed, published
 * with its id, and settled when the broker has confirmed it.
 *
 * A message that is not as described becomes a dead letter of the outbox at once; after any other error it is published again.
 *
 * @throws {TypeError} for a number that is not above zero.
 */
export function relayOutbox(options: OutboxRelayOptions): OutboxWorker {
  const { delay = 1_000, maxDelay = 60_000, attempts = Infinity, timeout = 30_000 } = options;
  const { timers = systemTimers, random = systemRandom } = options;
  for (const [name, value] of Object.entries({ delay, maxDelay, attempts, timeout }))
    if (!(value > 0)) throw new TypeError(`"${name}" must be a positive number`);
  return workOutbox(options, async (delivery, { signal, emit }) => {
    const { nextAttemptAt: _, ...rest } = delivery;
    const { number = 0 } = delivery.attempts.at(-1) ?? {};
    const startedAt = timers.now();
    const result = await publishOnce(options, delivery, timeout, signal);
    const now = timers.now();
    if ('error' in result) emit({ kind: 'failed', error: result.error, id: delivery.id });
    const last: DeliveryAttempt = {
      number: number + 1,
      startedAt,
      endedAt: now,
      ended: result.ended,
      ...('code' in result ? { code: result.code } : {}),
    };
    const recorded = [...delivery.attempts, last].slice(-maxRecorded);
    if (result.ended === 'success') return { ...rest, state: 'succeeded', attempts: recorded };
    if (result.ended === 'invalid-request' || (last.number >= attempts && !signal.aborted))
      return { ...rest, state: 'failed', attempts: recorded };
    const wait = signal.aborted ? 0 : fullJitter({ delay, maxDelay }, last.number, random);
    return { ...rest, state: 'retrying', attempts: recorded, nextAttemptAt: now + wait };
  });
}

/** Result of an attempt. */
type Published =
  | { readonly ended: 'success' }
  | { readonly ended: 'aborted' | 'timeout' }
  | {
      readonly ended: 'invalid-request' | 'failure';
      readonly error: unknown;
      readonly code?: BrokerErrorCode;
    };

/** Publishes a delivery, and waits no longer than the attempt may last. */
async function publishOnce(
  { publish, timers = systemTimers }: OutboxRelayOptions,
  delivery: Delivery,
  timeout: number,
  outer: AbortSignal,
): Promise<Published> {
  const attempt = new AbortController();
  return await new Promise<Published>((resolve) => {
    const end = (result: Published): void => {
      timers.clearTimeout(timer);
      outer.removeEventListener('abort', abort);
      resolve(result);
    };
    const giveUp = (ended: 'aborted' | 'timeout'): void => {
      end({ ended });
      attempt.abort();
    };
    const abort = (): void => giveUp('aborted');
    const timer = timers.setTimeout(() => giveUp('timeout'), timeout);
    if (outer.aborted) return abort();
    outer.addEventListener('abort', abort);
    const send = async (): Promise<void> => await publish(delivery, { signal: attempt.signal });
    send().then(
      () => end({ ended: 'success' }),
      (error: unknown) => end(failureOf(error)),
    );
  });
}

function failureOf(error: unknown): Published {
  if (!(error instanceof BrokerError)) return { ended: 'failure', error };
  const { code } = error;
  return { ended: final.includes(code) ? 'invalid-request' : 'failure', error, code };
}
