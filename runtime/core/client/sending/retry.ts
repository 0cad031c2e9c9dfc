import type { RetryOptions } from '../../call.js';
import { headerValue } from '../../headers.js';
import { randomFraction, type RandomSource } from '../../random.js';
import { retryAfter } from '../../retry-after.js';
import type { Body, WireRequest, WireResponse } from '../../wire.js';
import { isStreamBody } from '../../body.js';

/** Retry options completed with defaults. */
export interface RetryPolicy {
  readonly attempts: number;
  readonly delay: number;
  readonly maxDelay: number;
  readonly attemptTimeout: number | undefined;
}

/**
 * Combines the retry options of a call with those of the client and the defaults.
 *
 * @throws {Error} created by `refused`, for NaN and negative numbers. NaN would compare false with everything, and so never
 * retry or never time out.
 */
export function retryPolicy(
  own: RetryOptions | false | undefined,
  common: RetryOptions | false,
  refused: (fault: string) => Error,
): RetryPolicy {
  const {
    attempts = 3,
    delay = 100,
    maxDelay = 20_000,
    attemptTimeout,
  }: RetryOptions = { ...common, ...((own ?? common) || { attempts: 1 }) };
  const policy = { attempts: Math.max(1, Math.floor(attempts)), delay, maxDelay, attemptTimeout };
  for (const [name, value] of Object.entries(policy))
    if (value !== undefined && !(value >= 0))
      throw refused(`retry.${name} is not a non-negative number`);
  return policy;
}

/** Idempotent methods (RFC 9110 section 9.2.2), and `QUERY`. */
const idempotent = /^(?:GET|HEAD|OPTIONS|PUT|DELETE|TRACE|QUERY)$/;

/** Statuses for which another attempt may succeed. */
const transientStatuses = [408, 425, 429, 500, 502, 503, 504];

/**
 * True if a request may be sent again: its method is idempotent or it has the idempotency key that its operation declares, and
 * its body can be replayed.
 */
export function isRepeatable(request: WireRequest): boolean {
  const { body, method, headers, operation } = request;
  const header = operation?.idempotencyHeader;
  return (
    isReplayable(body) &&
    (idempotent.test(method) ||
      (header !== undefined && headerValue(headers, header) !== undefined))
  );
}

/** True if a body can be sent again. */
export function isReplayable(body: Body): boolean {
  return !isStreamBody(body) || body.replay !== undefined;
}

/** True if a status is transient. */
export function isTransient(status: number): boolean {
  return transientStatuses.includes(status);
}

/** Longest delay that timers support, in milliseconds. A longer one would fire at once. */
export const longestTimer: number = 0x7fff_ffff;

/**
 * Milliseconds before the next attempt. They are random, up to an exponentially growing bound ("full jitter") that the policy
 * caps. They are at least the time that `Retry-After` requests, regardless of the cap, because an earlier attempt would be
 * rejected again. `Infinity` if the time exceeds what timers support.
 */
export function backOff(
  policy: Pick<RetryPolicy, 'delay' | 'maxDelay'>,
  failed: number,
  response: WireResponse | undefined,
  now: number,
  random: RandomSource,
): number {
  const { delay, maxDelay } = policy;
  const jittered = randomFraction(random) * Math.min(maxDelay, delay * 2 ** (failed - 1));
  const requested = response && retryAfter(response, now);
  const pause = Math.max(jittered, requested ?? 0);
  return pause > longestTimer ? Infinity : pause;
}
