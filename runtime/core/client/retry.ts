import type { RetryOptions } from '../call.js';
import { headerValue } from '../headers.js';
import { randomFraction, type RandomSource } from '../random.js';
import { retryAfter } from '../retry-after.js';
import type { Body, WireRequest, WireResponse } from '../wire.js';
import { isStreamBody } from '../body.js';

/** Options of retrying with nothing left open. */
export interface RetryPolicy {
  readonly attempts: number;
  readonly delay: number;
  readonly maxDelay: number;
  readonly attemptTimeout: number | undefined;
}

/**
 * What a call does about attempts that fail: its own wishes, else the client's, else the defaults.
 *
 * @throws {Error} as `refused` words it, for what would compare false with everything, and so try nothing again or end nothing.
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
      throw refused(`retry.${name} is not a number of zero or more`);
  return policy;
}

/** Methods that may be repeated (RFC 9110 section 9.2.2), with `QUERY`. */
const idempotent = /^(?:GET|HEAD|OPTIONS|PUT|DELETE|TRACE|QUERY)$/;

/** Statuses that another attempt may better. */
const passing = [408, 425, 429, 500, 502, 503, 504];

/**
 * Whether a request may be sent again at all: its method is idempotent, or it carries the idempotency key that its
 * operation declares; and its body can be had again.
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

/** Whether a body can be had again. */
export function isReplayable(body: Body): boolean {
  return !isStreamBody(body) || body.replay !== undefined;
}

/** Whether a status may pass. */
export function isPassing(status: number): boolean {
  return passing.includes(status);
}

/** Longest time that timers can count; after a longer one they are due at once. */
export const longestTimer: number = 2 ** 31 - 1;

/**
 * Milliseconds before the next attempt: any length up to an exponentially growing one ("full jitter"), which is never above the policy's cap,
 * but at least what `Retry-After` asks for, whatever the cap: an earlier attempt would be refused like this one. `Infinity` for what no timer can count.
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
  const asked = response && retryAfter(response, now);
  const pause = Math.max(jittered, asked ?? 0);
  return pause > longestTimer ? Infinity : pause;
}
