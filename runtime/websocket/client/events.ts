import type { Violation } from '../../core/check.js';
import { ignoreErrors } from '../../core/ignore-errors.js';
import type { SocketClosed } from '../socket.js';

/** Events of a client other than messages. Channels are identified by their keys in the description. */
export type FeedEvent =
  | { readonly kind: 'connecting'; readonly attempt: number }
  | { readonly kind: 'open' }
  /**
   * The connection was lost or could not be opened. `retryIn` is the
   * delay until the next attempt in milliseconds, if there is one.
   */
  | {
      readonly kind: 'lost';
      readonly closed: SocketClosed;
      readonly retryIn: number | undefined;
      readonly cause?: unknown;
    }
  /** The client has closed and will not connect again. */
  | { readonly kind: 'closed'; readonly error?: unknown }
  | { readonly kind: 'subscribed'; readonly channel: string; readonly keys: readonly string[] }
  | { readonly kind: 'unsubscribed'; readonly channel: string; readonly keys: readonly string[] }
  /** A subscription that had been granted before was refused when it was renewed. */
  | {
      readonly kind: 'refused';
      readonly channel: string;
      readonly keys: readonly string[];
      readonly error: unknown;
    }
  /** Messages are missing: `expected` is the next number, `received` the number that arrived. */
  | {
      readonly kind: 'gap';
      readonly channel: string;
      readonly key: string;
      readonly expected: number;
      readonly received: number;
    }
  /**
   * An implausible number: `expected` is the next number, `received` the number that arrived. It is negative, not an
   * integer or much too high, or later messages do not continue it.
   */
  | {
      readonly kind: 'outlier';
      readonly channel: string;
      readonly key: string;
      readonly expected: number;
      readonly received: unknown;
    }
  /** The numbering has restarted: `received` is the first number of the new numbering. */
  | {
      readonly kind: 'restart';
      readonly channel: string;
      readonly key: string;
      readonly expected: number;
      readonly received: number;
    }
  | { readonly kind: 'duplicate'; readonly channel: string; readonly key: string }
  | {
      readonly kind: 'resync';
      readonly channel: string;
      readonly key: string;
      readonly reason: ResetReason;
    }
  | { readonly kind: 'resynced'; readonly channel: string; readonly key: string }
  /** An attempt to resynchronise a key failed. Another attempt follows. */
  | {
      readonly kind: 'resync-failed';
      readonly channel: string;
      readonly key: string;
      readonly error: unknown;
    }
  /** An error message of the feed that replies to no request, such as the notice to a slow client. */
  | { readonly kind: 'error'; readonly message: string; readonly answer: unknown }
  /** A message that the description does not contain. */
  | { readonly kind: 'unknown-message'; readonly value: unknown }
  /**
   * A message violates its schema, or contains a number that a double
   * cannot represent: `value` then contains that number as text.
   */
  | {
      readonly kind: 'invalid-message';
      readonly message: string;
      readonly value: unknown;
      readonly violations: readonly Violation[];
    }
  /** A binary frame although the description defines only text frames, or vice versa. The frame is ignored. */
  | {
      readonly kind: 'wrong-frame';
      readonly expected: 'text' | 'binary';
      readonly frame: string | Uint8Array;
    }
  /** A text frame that is not JSON. */
  | { readonly kind: 'malformed-frame'; readonly frame: string | Uint8Array }
  /** A callback of the program threw an error. */
  | { readonly kind: 'callback-error'; readonly error: unknown };

/** Reason for which the state of a key is no longer valid. */
export type ResetReason =
  | 'initial'
  | 'gap'
  /** An implausible number. */
  | 'outlier'
  /** A number below the last one: the numbering may have restarted. */
  | 'restart'
  | 'crossed'
  | 'unreadable'
  | 'reconnect'
  | 'asked';

/** A sequence number out of order. */
export type SequenceAnomaly =
  | { readonly kind: 'gap' | 'restart'; readonly expected: number; readonly received: number }
  | { readonly kind: 'outlier'; readonly expected: number; readonly received: unknown };

/** Listener for all events. Its errors are ignored. */
export type FeedListener = (event: FeedEvent) => void;

/** Emits events to listeners. */
export interface EventEmitter {
  readonly emit: (event: FeedEvent) => void;
  /** Adds a listener. The returned function removes it. */
  readonly on: (listener: FeedListener) => () => void;
}

/** Creates an emitter with an optional first listener. */
export function createEventEmitter(first: FeedListener | undefined): EventEmitter {
  const listeners = new Set<FeedListener>(first === undefined ? [] : [first]);
  return {
    emit(event) {
      for (const listener of listeners) {
        ignoreErrors(() => listener(event));
      }
    },
    on(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
