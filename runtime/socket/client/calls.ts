import type { Timers } from '../../core/clock.js';
import type { FeedDescriptor } from '../descriptor.js';
import { correlationOf } from '../correlate.js';
import { FeedError } from '../errors.js';
import { frameOf } from '../frame.js';
import type { Frame } from '../socket.js';

/** What may be said of one request. */
export interface FeedRequestOptions {
  /** Milliseconds for the answer; the client's `requestTimeout` if absent. */
  readonly timeout?: number;
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
}

/** Requests of a program's own, and what answers them. */
export interface Calls {
  /** Sends a request as soon as there is a connection; resolves with its reply. Rejects with a {@link FeedError}. */
  readonly ask: (
    operation: string,
    message: unknown,
    options: FeedRequestOptions,
  ) => Promise<unknown>;
  /** Looks whether a message is a reply that somebody waits for. */
  readonly answer: (message: string, value: unknown) => boolean;
  /** Sends what waited for a connection. */
  readonly opened: () => void;
  /** Rejects whatever waits for a reply: nobody knows whether the request was heard. */
  readonly abandon: (error: FeedError, all?: boolean) => void;
}

interface Open {
  readonly replies: readonly string[];
  /** What the reply has to repeat; `undefined` where the oldest request takes the next reply. */
  readonly id: unknown;
  readonly frame: Frame;
  isSent: boolean;
  readonly settle: (how: { readonly value: unknown } | { readonly error: unknown }) => void;
}

/** No requests yet. `send` answers whether there was a connection. */
export function createCalls(
  { operations = {}, messages }: FeedDescriptor,
  routeOf: (value: unknown) => { readonly message: string } | undefined,
  send: (frame: Frame) => boolean,
  timers: Timers,
  usualTimeout: number,
): Calls {
  const open = new Set<Open>();
  const correlations = new Map(
    Object.entries(messages).map(([name, message]) => [name, correlationOf(message)]),
  );
  let counter = 0;

  const identified = (value: unknown): { readonly value: unknown; readonly id: unknown } => {
    if (value instanceof Uint8Array) return { value, id: undefined };
    const correlation = correlations.get(routeOf(value)?.message ?? '');
    if (correlation === undefined) return { value, id: undefined };
    counter += 1;
    const whole = correlation.withId(value, correlation.idOf(counter));
    return { value: whole, id: correlation.get(whole) };
  };

  return {
    ask(operation, message, { timeout = usualTimeout, signal }) {
      const replies = Object.hasOwn(operations, operation)
        ? (operations[operation]?.reply ?? [])
        : [];
      const { value, id } = identified(message);
      return new Promise((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(signal.reason);
          return;
        }
        const call: Open = {
          replies,
          id,
          frame: frameOf(value),
          isSent: false,
          settle(how) {
            open.delete(call);
            timers.clearTimeout(alarm);
            signal?.removeEventListener('abort', abort);
            if ('error' in how) reject(how.error);
            else resolve(how.value);
          },
        };
        const abort = (): void => call.settle({ error: signal?.reason });
        const alarm = timers.setTimeout(
          () => call.settle({ error: new FeedError('timeout', `Nobody answered: ${operation}`) }),
          timeout,
        );
        signal?.addEventListener('abort', abort, { once: true });
        open.add(call);
        call.isSent = send(call.frame);
      });
    },
    answer(message, value) {
      for (const call of open) {
        if (!call.isSent || !call.replies.includes(message)) continue;
        const given = correlations.get(message)?.get(value);
        // A reply that repeats nothing is for the oldest; one that repeats something, for whoever said it.
        if (call.id !== undefined && given !== undefined && given !== call.id) continue;
        call.settle({ value });
        return true;
      }
      return false;
    },
    opened() {
      for (const call of open) if (!call.isSent) call.isSent = send(call.frame);
    },
    abandon(error, all = false) {
      for (const call of open) if (call.isSent || all) call.settle({ error });
    },
  };
}
