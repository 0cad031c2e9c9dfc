import type { Timers } from '../../core/clock.js';
import { correlationOf, isSameId } from '../correlate.js';
import { FeedError } from '../errors.js';
import type { Feed } from '../feed.js';
import { frameOf } from '../frame.js';
import type { Frame } from '../socket.js';

/** Options of one request. */
export interface FeedRequestOptions {
  /** Timeout of the reply in milliseconds. Default: the client's `requestTimeout`. */
  readonly timeout?: number;
  /** Aborts the wait for the reply. */
  readonly signal?: AbortSignal;
}

/** Requests of the program that wait for a reply. */
export interface PendingRequests {
  /** Sends a request as soon as a connection is open. Resolves to its reply; rejects with a {@link FeedError}. */
  readonly send: (
    operation: string,
    message: unknown,
    options: FeedRequestOptions,
  ) => Promise<unknown>;
  /** Passes a message to the request that it replies to. Returns false if there is none. */
  readonly receiveReply: (message: string, value: unknown) => boolean;
  /** Sends the requests that waited for a connection. */
  readonly opened: () => void;
  /** Rejects all requests that wait for a reply, because it is unknown whether the server received them. */
  readonly abandon: (error: FeedError, all?: boolean) => void;
}

interface PendingRequest {
  readonly replies: readonly string[];
  /** Identifier that the reply repeats; `undefined` if the next reply belongs to the oldest request. */
  readonly id: unknown;
  readonly frame: Frame;
  isSent: boolean;
  readonly settle: (result: { readonly value: unknown } | { readonly error: unknown }) => void;
}

/** Creates the list of pending requests. `send` returns false without a connection. */
export function createPendingRequests(
  { descriptor: { operations = {}, messages }, requestRouteOf, writeJson }: Feed,
  send: (frame: Frame) => boolean,
  timers: Timers,
  defaultTimeout: number,
): PendingRequests {
  const pending = new Set<PendingRequest>();
  const correlations = new Map(
    Object.entries(messages).map(([name, message]) => [name, correlationOf(message)]),
  );
  let counter = 0;

  const withIdentifier = (value: unknown): { readonly value: unknown; readonly id: unknown } => {
    if (value instanceof Uint8Array) return { value, id: undefined };
    const correlation = correlations.get(requestRouteOf(value)?.message ?? '');
    if (correlation === undefined) return { value, id: undefined };
    counter += 1;
    const message = correlation.withId(value, correlation.idOf(counter));
    return { value: message, id: correlation.get(message) };
  };

  return {
    send(operation, message, { timeout = defaultTimeout, signal }) {
      const replies = Object.hasOwn(operations, operation)
        ? (operations[operation]?.reply ?? [])
        : [];
      const { value, id } = withIdentifier(message);
      return new Promise((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(signal.reason);
          return;
        }
        const call: PendingRequest = {
          replies,
          id,
          frame: frameOf(value, writeJson),
          isSent: false,
          settle(result) {
            pending.delete(call);
            timers.clearTimeout(timer);
            signal?.removeEventListener('abort', abort);
            if ('error' in result) reject(result.error);
            else resolve(result.value);
          },
        };
        const abort = (): void => call.settle({ error: signal?.reason });
        const timer = timers.setTimeout(
          () =>
            call.settle({
              error: new FeedError('timeout', `The feed did not reply: ${operation}`),
            }),
          timeout,
        );
        signal?.addEventListener('abort', abort, { once: true });
        pending.add(call);
        call.isSent = send(call.frame);
      });
    },
    receiveReply(message, value) {
      for (const call of pending) {
        if (!call.isSent || !call.replies.includes(message)) continue;
        const replyId = correlations.get(message)?.get(value);
        // A reply without an identifier belongs to the oldest request.
        if (call.id !== undefined && replyId !== undefined && !isSameId(replyId, call.id)) continue;
        call.settle({ value });
        return true;
      }
      return false;
    },
    opened() {
      for (const call of pending) if (!call.isSent) call.isSent = send(call.frame);
    },
    abandon(error, all = false) {
      for (const call of pending) if (call.isSent || all) call.settle({ error });
    },
  };
}
