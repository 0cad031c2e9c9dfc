import type { CallOptions, ReconnectOptions } from '../call.js';
import type { Timers } from '../clock.js';
import { ApiError } from '../errors.js';
import type { EventState } from '../items/event-parser.js';
import { randomFraction, type RandomSource } from '../random.js';
import { WaitEnded } from './sending/deadline.js';
import { isTransient, longestTimer } from './sending/retry.js';

/** Decides what happens when the connection of an event stream ends. */
export interface Reconnecting {
  /** Milliseconds until the next request; `undefined` for none. `failure` is absent if the response ended normally. */
  pause(failure: unknown): number | undefined;
  /** Called when an event arrives. */
  onEvent(): void;
}

/** Inputs of the reconnection policy. */
export interface ReconnectingParts {
  readonly option: CallOptions['reconnect'];
  /** True if repeating the request has no side effects. */
  readonly isSafe: boolean;
  readonly state: EventState;
  readonly random: RandomSource;
}

/**
 * Creates the reconnection policy of one stream. By default it reconnects only if that is safe and no event is lost: after an
 * event with an id.
 */
export function createReconnecting(parts: ReconnectingParts): Reconnecting {
  const { option, isSafe, state, random } = parts;
  const options: ReconnectOptions = option === false ? {} : (option ?? {});
  const { after = 'broken', attempts = 5, delay = 1000, maxDelay = 30_000 } = options;
  const { maxRetry = options.maxDelay ?? 3_600_000 } = options;
  let failures = 0;
  return {
    onEvent() {
      failures = 0;
    },
    pause(failure) {
      const isEnabled =
        option === undefined ? isSafe && state.lastEventId !== '' : option !== false;
      if (!isEnabled) return undefined;
      if (failure === undefined && after !== 'ended') return undefined;
      if (failure !== undefined) {
        failures += 1;
        if (!isTransientFailure(failure) || failures > attempts) return undefined;
      }
      // Never earlier than requested, and slightly later, so that clients do not reconnect simultaneously.
      const jitter = 1 + randomFraction(random) / 4;
      const requested = Math.min(maxRetry, (state.retry ?? 0) * jitter);
      const backOff = (state.retry ?? delay) * 2 ** Math.max(0, failures - 1) * jitter;
      const retryAfter = failure instanceof ApiError ? (failure.retryAfter ?? 0) : 0;
      return Math.min(longestTimer, Math.max(requested, retryAfter, Math.min(maxDelay, backOff)));
    },
  };
}

function isTransientFailure(failure: unknown): boolean {
  if (!(failure instanceof ApiError)) return false;
  const { kind, status } = failure.outcome as { readonly kind: string; readonly status?: number };
  if (kind === 'network' || kind === 'timeout') return true;
  return (
    (kind === 'failure' || kind === 'undeclared') && status !== undefined && isTransient(status)
  );
}

/**
 * Waits unless the signal aborts.
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
