import type { RateLimitDescriptor } from '../descriptor.js';
import { ClientOptionsError } from '../errors.js';
import { boundedTable, fullBucket, refill, timeTo, type BucketSize } from '../token-bucket.js';
import type { WireRequest, WireResponse } from '../wire.js';
import { WaitEnded } from './deadline.js';
import { retryAfter } from '../retry-after.js';
import { pauseOf, type Sending } from './send.js';

/**
 * Decides when an attempt may be sent. It is asked before every attempt, so that retries count, and before the attempt is signed,
 * so that no signature grows old while it waits. Clients that share one share its buckets.
 */
export interface Pacing {
  /**
   * Waits for a turn in every bucket that the request's operation draws on.
   *
   * @throws {WaitEnded} where the call ends before; one that could not be sent in time is not waited for.
   */
  turn(sending: Sending, request: WireRequest): Promise<void>;
  /** Learns from a response: a 429 holds back what draws on the same buckets. */
  heard(request: WireRequest, response: WireResponse, now: number): void;
}

/** A turn in one bucket. */
interface Slot {
  /** Milliseconds until it has come. A 429 that is heard meanwhile puts it off. */
  wait(now: number): number;
  /** Gives the turn back: nothing was sent. */
  release(): void;
}

/** How a client paces itself. */
export interface PacingOptions {
  /** How much of each limit this client may use, above 0 and up to 1. Less than 1 where others share the limit. Default 1. */
  readonly share?: number;
  /** Most milliseconds that one 429 holds back what follows. Default 60,000. */
  readonly maxPause?: number;
  /** Whose bucket a request draws on, where one client speaks for several. Default: one bucket for all. */
  readonly key?: (limit: RateLimitDescriptor, request: WireRequest) => string;
  /** Buckets that are kept. Default 1,000. */
  readonly capacity?: number;
}

/**
 * Paces requests by the rate limits of the description (`x-rate-limit`), first come, first served. Operations without one
 * are never held back.
 *
 * @throws {ClientOptionsError} for options that can not work.
 */
export function pacing(options: PacingOptions = {}): Pacing {
  const { share = 1, maxPause = 60_000, key, capacity = 1000 } = options;
  if (!(share > 0 && share <= 1)) {
    throw new ClientOptionsError('"share" is not a number above 0 and up to 1');
  }
  if (!(maxPause >= 0)) throw new ClientOptionsError('"maxPause" is negative, or not a number');
  if (!(capacity >= 1)) {
    throw new ClientOptionsError('"capacity" is not a number from 1 upwards');
  }
  const table = boundedTable<Queue>(capacity);
  const queuesOf = (request: WireRequest, now: number): readonly Queue[] =>
    (request.operation?.rateLimits ?? []).map((limit) =>
      table(JSON.stringify([limit.bucket, key?.(limit, request) ?? '']), () =>
        createQueue(portion(limit, share), now),
      ),
    );
  return {
    async turn(sending, request) {
      const { connection, deadline, timeout } = sending;
      const { timers } = connection;
      const now = timers.now();
      const slots = queuesOf(request, now).map((queue) => queue.join(now));
      try {
        // What is heard meanwhile may put a turn off.
        for (;;) {
          const wait = Math.max(0, ...slots.map((slot) => slot.wait(timers.now())));
          if (wait <= 0) return;
          if (deadline !== undefined && wait >= deadline.left())
            throw new WaitEnded('timeout', timeout);
          await pauseOf(sending, wait);
        }
      } catch (error) {
        for (const slot of slots) slot.release();
        throw error;
      }
    },
    heard(request, response, now) {
      if (response.status !== 429) return;
      const asked = retryAfter(response, now) ?? 0;
      for (const queue of queuesOf(request, now)) queue.pause(asked, maxPause, now);
    },
  };
}

function portion({ rate, burst }: RateLimitDescriptor, share: number): BucketSize {
  return { rate: rate * share, burst: Math.max(1, burst * share) };
}

/** The turns of one bucket. */
interface Queue {
  join(now: number): Slot;
  /** Nothing is sent for that long, or until one token has come in, but no longer than `most`; then one, and so on. */
  pause(milliseconds: number, most: number, now: number): void;
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
    pause(milliseconds, most, now) {
      refill(bucket, size, now);
      const until = now + Math.min(most, Math.max(milliseconds, Math.ceil(1000 / size.rate)));
      if (until <= bucket.at) return;
      if (bucket.at > now) {
        // A pause that is longer than was known.
        delayed += until - bucket.at;
      } else {
        // The server counts otherwise than this bucket did: it has one token then, for whoever is next, and no more.
        const waiting = Math.ceil(Math.max(0, -bucket.tokens - 1e-9));
        const next = waiting === 0 ? now : now + timeTo(bucket, size, 1 - waiting);
        delayed += Math.max(0, until - next);
        bucket.tokens = 1 - waiting;
      }
      bucket.at = until;
    },
  };
}
