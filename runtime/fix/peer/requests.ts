import type { Timers } from '../../core/clock.js';
import type { FixMessage } from '../message/codec.js';
import type { FixRejection } from '../session/session.js';
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
  /** Waits for the answer to a message that is about to be sent under that number. */
  wait(message: FixMessage, sequence: number, options: FixRequestOptions): Promise<FixMessage>;
  /** A message has come, which may be an answer. */
  take(message: FixMessage): void;
  reject(rejection: FixRejection): void;
  /** Gives all of them up. */
  end(error: FixError): void;
}

/** A request that waits. */
interface Pending {
  readonly sequence: number;
  readonly correlation: string;
  readonly descriptor: FixRequestDescriptor;
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
  const byCorrelation = new Map<string, Set<Pending>>();
  const bySequence = new Map<number, Pending>();
  const answers = answerMembers(descriptors);

  const remove = (pending: Pending): void => {
    bySequence.delete(pending.sequence);
    const others = byCorrelation.get(pending.correlation);
    others?.delete(pending);
    if (others?.size === 0) byCorrelation.delete(pending.correlation);
  };

  return {
    wait(message, sequence, { timeout = defaultTimeout, signal }) {
      const descriptor = Object.hasOwn(descriptors, message.type)
        ? descriptors[message.type]
        : undefined;
      const correlation =
        descriptor === undefined ? undefined : textOf(message, descriptor.correlation);
      if (descriptor === undefined || correlation === undefined) {
        const why =
          descriptor === undefined ? 'is not answered' : `has no ${descriptor.correlation}`;
        return Promise.reject(new FixError('usage', `${message.type} ${why}`));
      }
      if (signal?.aborted === true) return Promise.reject(signal.reason as unknown);
      return new Promise((resolve, reject) => {
        const late =
          descriptor.replyWithin === undefined
            ? undefined
            : timers.setTimeout(() => {
                const within = descriptor.replyWithin ?? 0;
                tell({ kind: 'late', request: message.type, correlation, within });
              }, descriptor.replyWithin);
        const expiry = timers.setTimeout(() => {
          const error = new FixError('timeout', `No answer to ${message.type} in ${timeout} ms`);
          pending.reject(error);
        }, timeout);
        const abort = (): void => pending.reject(signal?.reason);
        const settle = (): void => {
          timers.clearTimeout(late);
          timers.clearTimeout(expiry);
          signal?.removeEventListener('abort', abort);
          remove(pending);
        };
        const pending: Pending = {
          sequence,
          correlation,
          descriptor,
          resolve(answer) {
            settle();
            resolve(answer);
          },
          reject(error) {
            settle();
            reject(error as Error);
          },
        };
        signal?.addEventListener('abort', abort, { once: true });
        bySequence.set(sequence, pending);
        const others = byCorrelation.get(correlation);
        if (others === undefined) byCorrelation.set(correlation, new Set([pending]));
        else others.add(pending);
      });
    },
    take(message) {
      if (byCorrelation.size === 0) return;
      for (const member of answers.get(message.type) ?? []) {
        const correlation = textOf(message, member);
        if (correlation === undefined) continue;
        for (const pending of byCorrelation.get(correlation) ?? []) {
          const { replies } = pending.descriptor;
          if (!Object.hasOwn(replies, message.type) || replies[message.type] !== member) continue;
          return pending.resolve(message);
        }
      }
    },
    reject(rejection) {
      const { refSeqNum, text = 'The peer refuses the message' } = rejection;
      const pending = refSeqNum === undefined ? undefined : bySequence.get(refSeqNum);
      pending?.reject(new FixError('rejected', text, { rejection }));
    },
    end(error) {
      for (const pending of bySequence.values()) pending.reject(error);
    },
  };
}

/** Which members of an answer may say what it answers, by its name. */
function answerMembers(
  descriptors: Readonly<Record<string, FixRequestDescriptor>>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const members = new Map<string, Set<string>>();
  for (const { replies } of Object.values(descriptors)) {
    for (const [type, member] of Object.entries(replies)) {
      const known = members.get(type);
      if (known === undefined) members.set(type, new Set([member]));
      else known.add(member);
    }
  }
  return members;
}

function textOf(message: FixMessage, member: string): string | undefined {
  const value: unknown = Object.getOwnPropertyDescriptor(message, member)?.value;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
