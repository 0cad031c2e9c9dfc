/** When and how often a delivery is tried again. */
export interface DeliveryRetry {
  /** Attempts in all, the first included. Default 10. */
  readonly attempts?: number;
  /** Milliseconds of the first pause, before jitter; each one after may be twice as long. Default 1,000. */
  readonly delay?: number;
  /** Milliseconds that no pause exceeds but one that the receiver asks for. Default 3,600,000, an hour. */
  readonly maxDelay?: number;
  /** Milliseconds that a pause lasts at most which the receiver asks for in `Retry-After`. Default 86,400,000, a day. */
  readonly maxRetryAfter?: number;
  /** Milliseconds for each attempt. Default 15,000. */
  readonly attemptTimeout?: number;
  /** Whether another attempt is made after a status. Default: after every one but those that {@link isWorthRetrying} names. */
  readonly retries?: (status: number) => boolean;
}

/** {@link DeliveryRetry} with nothing left open. */
export type DeliveryPolicy = Required<DeliveryRetry>;

/** What a delivery does about attempts that fail: its own wishes, else the sender's, else the defaults. */
export function deliveryPolicy(
  own: DeliveryRetry | false | undefined,
  common: DeliveryRetry | false | undefined,
): DeliveryPolicy {
  const base = common === false ? { attempts: 1 } : common;
  const merged = own === false ? { ...base, attempts: 1 } : { ...base, ...own };
  const policy = {
    attempts: Math.floor(merged.attempts ?? 10),
    delay: merged.delay ?? 1_000,
    maxDelay: merged.maxDelay ?? 3_600_000,
    maxRetryAfter: merged.maxRetryAfter ?? 86_400_000,
    attemptTimeout: merged.attemptTimeout ?? 15_000,
    retries: merged.retries ?? isWorthRetrying,
  };
  for (const name of [
    'attempts',
    'delay',
    'maxDelay',
    'maxRetryAfter',
    'attemptTimeout',
  ] as const) {
    // One that is no number would compare false with everything, and so end nothing.
    const least = name === 'attempts' || name === 'attemptTimeout' ? 1 : 0;
    if (!(policy[name] >= least))
      throw new TypeError(`retry.${name} is not a number from ${least} on`);
  }
  return policy;
}

/** Statuses that say that this very message will never be taken, or that nobody wants any more: trying again changes nothing. */
const final = new Set([400, 406, 410, 411, 413, 414, 415, 422, 431, 501, 505]);

/**
 * Whether a status may be another one next time. A receiver that was set up wrong (401, 404, a redirect) may be put right, so that
 * nothing is lost; one that can not read the message will not learn to.
 */
export function isWorthRetrying(status: number): boolean {
  return !final.has(status);
}
