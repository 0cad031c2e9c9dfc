import type { Clock } from '../clock.js';
import type { OperationDescriptor, RateLimitDescriptor } from '../descriptor.js';
import type { WireRequest } from '../wire.js';
import { Refusal } from './fault.js';
import type { Visit } from './front.js';
import { memoryRateLimitStore, type RateLimitStore } from './rate-limit-store.js';

/** A request as the key of a limit is asked for. */
export interface CountedRequest<Principals = Readonly<Record<string, unknown>>> {
  readonly wire: WireRequest;
  readonly operation: OperationDescriptor;
  /** What the verifiers of the request's head returned, by scheme; nothing yet where a limit is per `ip`. */
  readonly principals: Principals;
}

/** Says whose bucket a request draws on; `null` for one that is not counted. */
export type RateLimitKey<Principals = Readonly<Record<string, unknown>>> = (
  request: CountedRequest<Principals>,
) => string | null;

/** How a server counts requests (`x-rate-limit`). */
export interface RateLimitOptions<
  Per extends string = string,
  Principals = Readonly<Record<string, unknown>>,
> extends RateLimitSettings {
  /** A key for everything that limits of the description are per. */
  readonly keys: { readonly [Name in Per]: RateLimitKey<Principals> };
}

/** How buckets are kept and what a refusal says. */
export interface RateLimitSettings {
  /** Default: in memory. */
  readonly store?: RateLimitStore;
  /** Buckets that the store in memory keeps. Default 100,000. */
  readonly capacity?: number;
  /** Whether a refusal says in `Retry-After` when to come back, in seconds. Default `true`. */
  readonly retryAfter?: boolean;
}

/** {@link RateLimitOptions} whatever the types of their keys are. */
export interface RateLimitBinding extends RateLimitSettings {
  readonly keys: object;
}

/** Counts the requests to one operation. Refuses with 429. */
export interface RateGate {
  /** Before credentials are looked at: limits that are per `ip`. */
  arrived(visit: Visit): Promise<void>;
  /** When credentials were found good, those that are bound to the body by then too: all others. */
  admitted(visit: Visit, principals: Readonly<Record<string, unknown>>): Promise<void>;
}

/**
 * Makes what counts requests, with one set of buckets for all operations. Throws, once it is asked for an operation, where a key is missing.
 */
export function createRateLimiter(
  options: RateLimitBinding | undefined,
  clock: Clock,
): (operation: OperationDescriptor) => RateGate | undefined {
  if (options === undefined) return () => undefined;
  const store = options.store ?? memoryRateLimitStore(options.capacity);
  return (operation) => {
    const { rateLimits = [] } = operation;
    if (rateLimits.length === 0) return undefined;
    const counted = rateLimits.map((limit) => ({ limit, keyOf: keyFor(options.keys, limit) }));
    const count = async (
      limits: readonly Counted[],
      visit: Visit,
      principals: Readonly<Record<string, unknown>>,
    ): Promise<void> => {
      if (limits.length === 0) return;
      const request: CountedRequest = { wire: visit.request, operation, principals };
      const spends = limits.flatMap(({ limit, keyOf }) => {
        const key = keyOf(request);
        if (key === null) return [];
        if (typeof key !== 'string') {
          throw new Refusal('internal', 'rate-limit-key-missing', {
            cause: new TypeError(`The key "${limit.per}" of the rate limits gave no text.`),
          });
        }
        const { bucket, rate, burst } = limit;
        return [{ key: JSON.stringify([bucket, key]), rate, burst }];
      });
      const wait = spends.length === 0 ? 0 : await store.take(spends, clock.now());
      if (wait <= 0) return;
      const seconds = String(Math.max(1, Math.ceil(wait / 1000)));
      const headers = options.retryAfter === false ? [] : ['Retry-After', seconds];
      throw new Refusal('rate-limited', 'rate-limited', { headers });
    };
    const early = counted.filter(({ limit }) => limit.per === 'ip');
    const late = counted.filter(({ limit }) => limit.per !== 'ip');
    return {
      arrived: (visit) => count(early, visit, nobody),
      admitted: (visit, principals) => count(late, visit, principals),
    };
  };
}

interface Counted {
  readonly limit: RateLimitDescriptor;
  readonly keyOf: RateLimitKey;
}

const nobody: Readonly<Record<string, unknown>> = Object.freeze(Object.create(null));

function keyFor(keys: object, { per, bucket }: RateLimitDescriptor): RateLimitKey {
  const given: unknown = Object.hasOwn(keys, per) ? Reflect.get(keys, per) : undefined;
  if (typeof given === 'function') return (request) => Reflect.apply(given, keys, [request]);
  throw new Error(`"rateLimits.keys" has no "${per}", which the limit "${bucket}" is per.`);
}

/**
 * The address of the peer as a key: of IPv6 the first 64 bits, which are what one customer of a network usually has. Where the adapter knows
 * no address, all are one. Behind a proxy that is trusted, take what it says instead.
 */
export function peerKey({ wire }: CountedRequest<unknown>): string {
  const address = wire.peer?.address;
  if (address === undefined) return 'unknown';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address;
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').split('::', 2);
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':');
}
