import type { CallOptions, ReconnectOptions } from '../call.js';
import type { Timers } from '../clock.js';
import { ApiError } from '../errors.js';
import type { EventState } from '../items/event-parser.js';
import { randomFraction, type RandomSource } from '../random.js';
import { WaitEnded } from './deadline.js';
import { isPassing, longestTimer } from './retry.js';

/** Decides what becomes of a stream of events when its connection is over. */
export interface Reconnecting {
  /** Milliseconds until it is asked for again; `undefined` where it is not. `failure` is absent where the answer ended. */
  pause(failure: unknown): number | undefined;
  /** An event came. */
  heard(): void;
}

/** What reconnecting depends on. */
export interface ReconnectingParts {
  readonly option: CallOptions['reconnect'];
  /** Nothing but this stream comes of asking again. */
  readonly isSafe: boolean;
  readonly state: EventState;
  readonly random: RandomSource;
}

/**
 * The policy of one stream. Without a wish of the caller's it goes on where that is safe and nothing is lost: after an event
 * that had an id.
 */
export function createReconnecting(parts: ReconnectingParts): Reconnecting {
  const { option, isSafe, state, random } = parts;
  const given: ReconnectOptions = option === false ? {} : (option ?? {});
  const { after = 'broken', attempts = 5, delay = 1000, maxDelay = 30_000 } = given;
  const { maxRetry = given.maxDelay ?? 3_600_000 } = given;
  let failures = 0;
  return {
    heard() {
      failures = 0;
    },
    pause(failure) {
      const wanted = option === undefined ? isSafe && state.lastEventId !== '' : option !== false;
      if (!wanted) return undefined;
      if (failure === undefined && after !== 'ended') return undefined;
      if (failure !== undefined) {
        failures += 1;
        if (!mayPass(failure) || failures > attempts) return undefined;
      }
      // Never earlier than was asked for; a little later, so that not everybody comes back at once.
      const late = 1 + randomFraction(random) / 4;
      const asked = Math.min(maxRetry, (state.retry ?? 0) * late);
      const grown = (state.retry ?? delay) * 2 ** Math.max(0, failures - 1) * late;
      const told = failure instanceof ApiError ? (failure.retryAfter ?? 0) : 0;
      return Math.min(longestTimer, Math.max(asked, told, Math.min(maxDelay, grown)));
    },
  };
}

function mayPass(failure: unknown): boolean {
  if (!(failure instanceof ApiError)) return false;
  const { kind, status } = failure.outcome as { readonly kind: string; readonly status?: number };
  if (kind === 'network' || kind === 'timeout') return true;
  return (kind === 'failure' || kind === 'undeclared') && status !== undefined && isPassing(status);
}

/**
 * Waits, unless nobody waits any more.
 *
 * @throws {WaitEnded}
 */
export function waitFor(timers: Timers, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const handle = timers.setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    const abort = (): void => {
      timers.clearTimeout(handle);
      reject(new WaitEnded('aborted', 0, signal.reason));
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
