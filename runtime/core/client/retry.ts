import type { RetryOptions } from '../call.js';
import { headerValue } from '../headers.js';
import { randomFraction, type RandomSource } from '../random.js';
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

/**
 * Milliseconds before the next attempt: any length up to an exponentially growing one ("full jitter"), but at least what
 * `Retry-After` asks for; never above the policy's cap.
 */
export function backOff(
  policy: RetryPolicy,
  failed: number,
  response: WireResponse | undefined,
  now: number,
  random: RandomSource,
): number {
  const { delay, maxDelay } = policy;
  const jittered = randomFraction(random) * Math.min(maxDelay, delay * 2 ** (failed - 1));
  const asked = response && retryAfter(response, now);
  return Math.min(maxDelay, Math.max(jittered, asked ?? 0));
}

/** The three forms of a date (RFC 9110 section 5.6.7); what else `Date.parse` reads is none. */
const httpDate =
  /^(?:\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT|\w{6,9}, \d\d-\w{3}-\d\d [\d:]{8} GMT|\w{3} \w{3} [ \d]\d [\d:]{8} \d{4})$/;

/** `Retry-After` in milliseconds, from seconds or a date (RFC 9110 section 10.2.3); `undefined` where it says nothing. */
export function retryAfter(response: WireResponse, now: number): number | undefined {
  const said = headerValue(response.headers, 'retry-after');
  if (said === undefined) return undefined;
  const value = said.trim();
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  if (!httpDate.test(value)) return undefined;
  // One of the forms names no zone, which `Date.parse` takes for the machine's own.
  const date = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(date - now, 0);
}
