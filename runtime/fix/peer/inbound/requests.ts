import type { Timers } from '../../../core/clock.js';
import type { FixMessage } from '../../message/codec.js';
import type { FixRejection } from '../../session/session.js';
import { keysOf, type RequestTable, requestTable } from '../correlation.js';
import type { FixRequestDescriptor } from '../descriptor.js';
import { FixError } from '../errors.js';
import type { FixEvent } from '../events.js';

/** Options of a request. */
export interface FixRequestOptions {
  /** Timeout of the reply in milliseconds. Default: the session's `requestTimeout`. */
  readonly timeout?: number;
  /** Aborts the wait for the reply. */
  readonly signal?: AbortSignal;
}

/** Requests that wait for their first reply. */
export interface Requests {
  /**
   * Waits for the reply to a message that will be sent with the given number.
   *
   * @throws {FixError} `usage` for a message that has no replies, or does not contain its identifier.
   */
  wait(message: FixMessage, sequence: number, options: FixRequestOptions): Waiting;
  /** Handles a received message, which may be a reply. */
  take(message: FixMessage): void;
  reject(rejection: FixRejection): void;
  /** Invalidates numbers from this one on, because they will be assigned to other messages. */
  renumber(from: number): void;
  /** Rejects requests with numbers from this one on: the session began again without them, so their replies are lost. */
  restart(from: number): void;
  /** Rejects all pending requests. */
  end(error: FixError): void;
}

/** A waiting request. */
export interface Waiting {
  readonly answer: Promise<FixMessage>;
  /** Cancels the request, because it was not sent. */
  cancel(error: unknown): void;
}

/** A request in the table. */
interface Pending {
  /** Number of the request; `undefined` after the number has been reassigned. */
  sequence: number | undefined;
  resolve(message: FixMessage): void;
  reject(error: unknown): void;
}

const beganAgain = 'The connection was lost before the reply, and the session began again';

/** Creates the table of a session's requests. */
export function createRequests(
  descriptors: Readonly<Record<string, FixRequestDescriptor>>,
  timers: Timers,
  defaultTimeout: number,
  emit: (event: FixEvent) => void,
): Requests {
  const table: RequestTable<Pending> = requestTable(descriptors);
  const bySequence = new Map<number, Pending>();

  return {
    wait(message, sequence, { timeout = defaultTimeout, signal }) {
      const { descriptor, correlation, keys } = keysOf(descriptors, message);
      signal?.throwIfAborted();
      let cancel = (_error: unknown): void => undefined;
      const answer = new Promise<FixMessage>((resolve, reject) => {
        const { replyWithin } = descriptor;
        const lateTimer =
          replyWithin === undefined
            ? undefined
            : timers.setTimeout(() => {
                emit({ kind: 'late', request: message.type, correlation, within: replyWithin });
              }, replyWithin);
        const expiry = timers.setTimeout(() => {
          const error = new FixError('timeout', `No reply to ${message.type} within ${timeout} ms`);
          pending.reject(error);
        }, timeout);
        const abort = (): void => pending.reject(signal?.reason);
        const settle = (): void => {
          timers.clearTimeout(lateTimer);
          timers.clearTimeout(expiry);
          signal?.removeEventListener('abort', abort);
          table.remove(pending, keys);
          if (pending.sequence !== undefined) bySequence.delete(pending.sequence);
        };
        const pending: Pending = {
          sequence,
          resolve(reply) {
            settle();
            resolve(reply);
          },
          reject(error) {
            settle();
            reject(error as Error);
          },
        };
        signal?.addEventListener('abort', abort, { once: true });
        bySequence.set(sequence, pending);
        table.add(pending, keys);
        cancel = (error) => pending.reject(error);
      });
      return { answer, cancel: (error) => cancel(error) };
    },
    take: (message) => table.findAnswered(message)?.resolve(message),
    reject(rejection) {
      const { refSeqNum, text = 'The peer rejected the message' } = rejection;
      const pending = refSeqNum === undefined ? undefined : bySequence.get(refSeqNum);
      pending?.reject(new FixError('rejected', text, { rejection }));
    },
    renumber(from) {
      for (const [sequence, pending] of bySequence) {
        if (sequence < from) continue;
        bySequence.delete(sequence);
        pending.sequence = undefined;
      }
    },
    restart(from) {
      for (const [sequence, pending] of bySequence)
        if (sequence >= from) pending.reject(new FixError('closed', beganAgain));
    },
    end(error) {
      for (const pending of table.all()) pending.reject(error);
    },
  };
}
