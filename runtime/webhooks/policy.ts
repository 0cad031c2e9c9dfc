/** Retries of a delivery. */
export interface DeliveryRetry {
  /** Maximum number of attempts, including the first. Default: 10. */
  readonly attempts?: number;
  /**
   * Upper limit of the first pause in milliseconds, before jitter. The limit doubles with each attempt. Default: 1,000.
   */
  readonly delay?: number;
  /** Maximum pause in milliseconds, except for pauses that the receiver requests. Default: 3,600,000 (one hour). */
  readonly maxDelay?: number;
  /** Maximum pause in milliseconds that the receiver can request with `Retry-After`. Default: 86,400,000 (one day). */
  readonly maxRetryAfter?: number;
  /** Timeout of each attempt in milliseconds. Default: 15,000. */
  readonly attemptTimeout?: number;
  /** True for a status after which to make another attempt. Default: {@link isWorthRetrying}. */
  readonly retries?: (status: number) => boolean;
}

/** {@link DeliveryRetry} with all defaults applied. */
export type DeliveryPolicy = Required<DeliveryRetry>;

/**
 * Merges the retry options of a delivery with those of the sender and the defaults, in this order of precedence.
 *
 * @throws {TypeError} for a number out of range.
 */
export function deliveryPolicy(
  perDelivery: DeliveryRetry | false | undefined,
  perSender: DeliveryRetry | false | undefined,
): DeliveryPolicy {
  const base = perSender === false ? { attempts: 1 } : perSender;
  const merged = perDelivery === false ? { ...base, attempts: 1 } : { ...base, ...perDelivery };
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
    // Negated to reject NaN, which would compare false with everything and never end the retries.
    const minimum = name === 'attempts' || name === 'attemptTimeout' ? 1 : 0;
    if (!(policy[name] >= minimum))
      throw new TypeError(`retry.${name} is not a number of at least ${minimum}`);
  }
  return policy;
}

/** Statuses by which the receiver will never accept this message or wants no more of them. */
const finalStatuses = new Set([400, 406, 410, 411, 413, 414, 415, 422, 431, 501, 505]);

/**
 * True if another attempt after this status may succeed.
 *
 * A misconfigured receiver (401, 404, a redirect) may be corrected, so deliveries to it are not lost. A receiver that
 * cannot process the message never will.
 */
export function isWorthRetrying(status: number): boolean {
  return !finalStatuses.has(status);
}
