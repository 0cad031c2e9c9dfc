import type { Timers } from '../../core/clock.js';
import type { FixMessage } from '../message/codec.js';
import type { FixRejection } from '../session/session.js';
import { keysOf, type RequestTable, requestTable } from './correlation.js';
import type { FixRequestDescriptor } from './descriptor.js';
import { FixError } from './errors.js';
import type { FixEvent } from './events.js';

/** How a request is made. */
export interface FixRequestOptions {
  /** Milliseconds until it fails for want of an answer. Default: those of the session. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
}

/** Requests that wait for their first answer. */
export interface Requests {
  /**
   * Waits for the answer to a message that is about to be sent under that number.
   *
   * @throws {FixError} `usage` for a message that is not answered, or does not say by what its answer is known
   */
  wait(message: FixMessage, sequence: number, options: FixRequestOptions): Waiting;
  /** A message has come, which may be an answer. */
  take(message: FixMessage): void;
  reject(rejection: FixRejection): void;
  /** Numbers from this one on are given anew, and mean other messages than before. */
  renumber(from: number): void;
  /** Gives all of them up. */
  end(error: FixError): void;
}

/** A request that waits. */
export interface Waiting {
  readonly answer: Promise<FixMessage>;
  /** Gives it up, because it was not sent. */
  cancel(error: unknown): void;
}

/** A request in the table. */
interface Pending {
  /** Under which it was sent; `undefined` once that number means another message. */
  sequence: number | undefined;
  resolve(message: FixMessage): void;
  reject(error: unknown): void;
}

/** Makes the table of requests of one session. */
export function createRequests(
  descriptors: Readonly<Record<string, FixRequestDescriptor>>,
  timers: Timers,
  defaultTimeout: number,
  tell: (event: FixEvent) => void,
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
        const late =
          replyWithin === undefined
            ? undefined
            : timers.setTimeout(() => {
                tell({ kind: 'late', request: message.type, correlation, within: replyWithin });
              }, replyWithin);
        const expiry = timers.setTimeout(() => {
          const error = new FixError('timeout', `No answer to ${message.type} in ${timeout} ms`);
          pending.reject(error);
        }, timeout);
        const abort = (): void => pending.reject(signal?.reason);
        const settle = (): void => {
          timers.clearTimeout(late);
          timers.clearTimeout(expiry);
          signal?.removeEventListener('abort', abort);
          table.remove(pending, keys);
          if (pending.sequence !== undefined) bySequence.delete(pending.sequence);
        };
        const pending: Pending = {
          sequence,
          resolve(found) {
            settle();
            resolve(found);
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
    take: (message) => table.find(message)?.resolve(message),
    reject(rejection) {
      const { refSeqNum, text = 'The peer refuses the message' } = rejection;
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
    end(error) {
      for (const pending of table.all()) pending.reject(error);
    },
  };
}
