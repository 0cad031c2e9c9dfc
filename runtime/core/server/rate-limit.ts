import type { Clock } from '../clock.js';
import type { OperationDescriptor, RateLimitDescriptor } from '../descriptor.js';
import type { WireRequest } from '../wire.js';
import { Refusal } from './fault.js';
import type { RoutedRequest } from './http-handler.js';
import { memoryRateLimitStore, type RateLimitStore } from './rate-limit-store.js';

/** Request that a key function receives. */
export interface CountedRequest<Principals = Readonly<Record<string, unknown>>> {
  readonly wire: WireRequest;
  readonly operation: OperationDescriptor;
  /** Results of the verifiers, by scheme; empty for limits per `ip`, which apply before authentication. */
  readonly principals: Principals;
}

/** Returns the key of the bucket that a request uses; `null` if the request is not counted. */
export type RateLimitKey<Principals = Readonly<Record<string, unknown>>> = (
  request: CountedRequest<Principals>,
) => string | null;

/** Rate limiting on the server (`x-rate-limit`). */
export interface RateLimitOptions<
  Per extends string = string,
  Principals = Readonly<Record<string, unknown>>,
> extends RateLimitSettings {
  /** A key function for every `per` in the description's limits. */
  readonly keys: { readonly [Name in Per]: RateLimitKey<Principals> };
}

/** Settings for buckets and refusals. */
export interface RateLimitSettings {
  /** Store of the buckets. Default: in memory. */
  readonly store?: RateLimitStore;
  /** Maximum number of buckets in the default store. Default 100,000. */
  readonly capacity?: number;
  /** Adds `Retry-After` with the seconds to wait to a refusal. Default `true`. */
  readonly retryAfter?: boolean;
}

/** {@link RateLimitOptions} with any types of keys. */
export interface RateLimitBinding extends RateLimitSettings {
  readonly keys: object;
}

/** Counts the requests to one operation. Rejects with 429. */
export interface RateGate {
  /** Applies limits per `ip`, before authentication. */
  arrived(routed: RoutedRequest): Promise<void>;
  /** Applies all other limits, after authentication including that of the body. */
  admitted(routed: RoutedRequest, principals: Readonly<Record<string, unknown>>): Promise<void>;
}

/**
 * Creates the rate limiter, whose buckets all operations share. It throws for an operation whose key function is missing.
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
      routed: RoutedRequest,
      principals: Readonly<Record<string, unknown>>,
    ): Promise<void> => {
      if (limits.length === 0) return;
      const request: CountedRequest = { wire: routed.request, operation, principals };
      const spends = limits.flatMap(({ limit, keyOf }) => {
        const key = keyOf(request);
        if (key === null) return [];
        if (typeof key !== 'string') {
          throw new Refusal('internal', 'rate-limit-key-missing', {
            cause: new TypeError(
              `The key function "${limit.per}" of the rate limits did not return a string.`,
            ),
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
    const unauthenticated = counted.filter(({ limit }) => limit.per === 'ip');
    const authenticated = counted.filter(({ limit }) => limit.per !== 'ip');
    return {
      arrived: (routed) => count(unauthenticated, routed, noPrincipals),
      admitted: (routed, principals) => count(authenticated, routed, principals),
    };
  };
}

interface Counted {
  readonly limit: RateLimitDescriptor;
  readonly keyOf: RateLimitKey;
}

const noPrincipals: Readonly<Record<string, unknown>> = Object.freeze(Object.create(null));

function keyFor(keys: object, { per, bucket }: RateLimitDescriptor): RateLimitKey {
  const keyFunction: unknown = Object.hasOwn(keys, per) ? Reflect.get(keys, per) : undefined;
  if (typeof keyFunction === 'function')
    return (request) => Reflect.apply(keyFunction, keys, [request]);
  throw new Error(`"rateLimits.keys" needs a function "${per}" for the limit "${bucket}".`);
}

/**
 * Key function that uses the address of the peer. For IPv6 it uses the first 64 bits, which a network usually assigns to one
 * customer. If the adapter knows no address, all requests share one key. Behind a trusted proxy, use the address that the proxy
 * reports instead.
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
