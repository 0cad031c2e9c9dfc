import type { RateLimitDescriptor } from '../../descriptor.js';
import { ClientOptionsError } from '../../errors.js';
import { boundedTable, fullBucket, refill, timeTo, type BucketSize } from '../../token-bucket.js';
import type { WireRequest, WireResponse } from '../../wire.js';
import { WaitEnded } from './deadline.js';
import { retryAfter } from '../../retry-after.js';
import { pauseOf, type CallState } from './send.js';

/**
 * Decides when an attempt may be sent. It is called before every attempt, so that retries count, and before the attempt is
 * signed, so that the signature does not age while waiting. Clients that share an instance share its buckets.
 */
export interface Pacing {
  /**
   * Waits for a turn in every bucket of the request's operation.
   *
   * @throws {WaitEnded} if the call ends first; at once if the turn would come after its deadline.
   */
  turn(state: CallState, request: WireRequest): Promise<void>;
  /** Processes a response: a 429 delays further requests that use the same buckets. */
  onResponse(request: WireRequest, response: WireResponse, now: number): void;
}

/** A turn in one bucket. */
interface Turn {
  /** Milliseconds until the turn. A 429 that arrives in the meantime delays it. */
  wait(now: number): number;
  /** Returns the token if nothing was sent. */
  release(): void;
}

/** Options of {@link pacing}. */
export interface PacingOptions {
  /** Share of each limit that this client may use: above 0, up to 1. Use less than 1 if other clients share the limit. Default 1. */
  readonly share?: number;
  /** Longest delay that a single 429 causes, in milliseconds. Default 60,000. */
  readonly maxPause?: number;
  /** Key of the bucket that a request uses, if one client acts on behalf of several users. Default: one bucket for all. */
  readonly key?: (limit: RateLimitDescriptor, request: WireRequest) => string;
  /** Maximum number of buckets to keep. Default 1,000. */
  readonly capacity?: number;
}

/**
 * Delays requests according to the rate limits of the description (`x-rate-limit`), first come, first served. Operations
 * without a rate limit are never delayed.
 *
 * @throws {ClientOptionsError} for invalid options.
 */
export function pacing(options: PacingOptions = {}): Pacing {
  const { share = 1, maxPause = 60_000, key, capacity = 1000 } = options;
  if (!(share > 0 && share <= 1)) {
    throw new ClientOptionsError('"share" is not a number above 0 and at most 1');
  }
  if (!(maxPause >= 0)) throw new ClientOptionsError('"maxPause" is negative, or not a number');
  if (!(capacity >= 1)) {
    throw new ClientOptionsError('"capacity" is not a number of at least 1');
  }
  const table = boundedTable<Queue>(capacity);
  const queuesOf = (request: WireRequest, now: number): readonly Queue[] =>
    (request.operation?.rateLimits ?? []).map((limit) =>
      table(JSON.stringify([limit.bucket, key?.(limit, request) ?? '']), () =>
        createQueue(shareOf(limit, share), now),
      ),
    );
  return {
    async turn(state, request) {
      const { config, deadline, timeout } = state;
      const { timers } = config;
      const now = timers.now();
      const turnsInQueues = queuesOf(request, now).map((queue) => queue.join(now));
      try {
        // A response that arrives in the meantime may delay the turn.
        for (;;) {
          const wait = Math.max(
            0,
            ...turnsInQueues.map((turnInQueue) => turnInQueue.wait(timers.now())),
          );
          if (wait <= 0) return;
          if (deadline !== undefined && wait >= deadline.left())
            throw new WaitEnded('timeout', timeout);
          await pauseOf(state, wait);
        }
      } catch (error) {
        for (const turnInQueue of turnsInQueues) turnInQueue.release();
        throw error;
      }
    },
    onResponse(request, response, now) {
      if (response.status !== 429) return;
      const requested = retryAfter(response, now) ?? 0;
      for (const queue of queuesOf(request, now)) queue.pause(requested, maxPause, now);
    },
  };
}

function shareOf({ rate, burst }: RateLimitDescriptor, share: number): BucketSize {
  return { rate: rate * share, burst: Math.max(1, burst * share) };
}

/** Queue of turns in one bucket. */
interface Queue {
  join(now: number): Turn;
  /**
   * Sends nothing for that time, or until one token is available, but no longer than `longest`. After that, requests continue one by one.
   */
  pause(milliseconds: number, longest: number, now: number): void;
}

function createQueue(size: BucketSize, start: number): Queue {
  const bucket = fullBucket(size, start);
  let delayed = 0;
  return {
    join(now) {
      refill(bucket, size, now);
      bucket.tokens -= 1;
      const due = bucket.at + timeTo(bucket, size, 0);
      const before = delayed;
      return {
        wait: (at) => due + (delayed - before) - at,
        release: () => {
          bucket.tokens += 1;
        },
      };
    },
    pause(milliseconds, longest, now) {
      refill(bucket, size, now);
      const until = now + Math.min(longest, Math.max(milliseconds, Math.ceil(1000 / size.rate)));
      if (until <= bucket.at) return;
      if (bucket.at > now) {
        // The pause is longer than known so far.
        delayed += until - bucket.at;
      } else {
        // The server counts differently. It will have exactly one token then, for the next in line.
        const waiting = Math.ceil(Math.max(0, -bucket.tokens - 1e-9));
        const next = waiting === 0 ? now : now + timeTo(bucket, size, 1 - waiting);
        delayed += Math.max(0, until - next);
        bucket.tokens = 1 - waiting;
      }
      bucket.at = until;
    },
  };
}
