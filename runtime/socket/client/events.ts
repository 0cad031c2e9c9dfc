import type { Violation } from '../../core/check.js';
import { quietly } from '../../core/quietly.js';
import type { SocketClosed } from '../socket.js';

/** Everything that a client tells beside messages. Channels are named by their keys in the description. */
export type FeedEvent =
  | { readonly kind: 'connecting'; readonly attempt: number }
  | { readonly kind: 'open' }
  /** The connection is gone, or could not be opened; `retryIn` milliseconds until the next attempt, if there is one. */
  | {
      readonly kind: 'lost';
      readonly closed: SocketClosed;
      readonly retryIn: number | undefined;
      readonly cause?: unknown;
    }
  /** The client has ended and will not connect again. */
  | { readonly kind: 'closed'; readonly error?: unknown }
  | { readonly kind: 'subscribed'; readonly channel: string; readonly keys: readonly string[] }
  | { readonly kind: 'unsubscribed'; readonly channel: string; readonly keys: readonly string[] }
  /** A subscription that was good before was refused when it was renewed. */
  | {
      readonly kind: 'refused';
      readonly channel: string;
      readonly keys: readonly string[];
      readonly error: unknown;
    }
  /** Messages are missing: `expected` should have come, `received` did. */
  | {
      readonly kind: 'gap';
      readonly channel: string;
      readonly key: string;
      readonly expected: number;
      readonly received: number;
    }
  /**
   * A number that cannot follow: `expected` should have come, `received` did. It is negative, no integer, or much too high, or later
   * messages have shown that it is none of the count.
   */
  | {
      readonly kind: 'outlier';
      readonly channel: string;
      readonly key: string;
      readonly expected: number;
      readonly received: unknown;
    }
  /** The numbers have gone back and stay back: `received` is the first of the new count. */
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
  /** One attempt to make a key whole failed; another follows. */
  | {
      readonly kind: 'resync-failed';
      readonly channel: string;
      readonly key: string;
      readonly error: unknown;
    }
  /** An error of the feed that answers no request, such as the notice to a slow client. */
  | { readonly kind: 'error'; readonly message: string; readonly answer: unknown }
  /** Nothing in the description is like this message. */
  | { readonly kind: 'unknown-message'; readonly value: unknown }
  | {
      readonly kind: 'invalid-message';
      readonly message: string;
      readonly value: unknown;
      readonly violations: readonly Violation[];
    }
  /** A binary frame where the description has only text, or the other way round. Left out; everything else goes on. */
  | {
      readonly kind: 'wrong-frame';
      readonly expected: 'text' | 'binary';
      readonly frame: string | Uint8Array;
    }
  /** A text frame that is no JSON. */
  | { readonly kind: 'malformed-frame'; readonly frame: string | Uint8Array }
  /** A callback of the program has thrown. */
  | { readonly kind: 'callback-error'; readonly error: unknown };

/** Reason for which what is known of a key no longer holds. */
export type ResetReason =
  | 'initial'
  | 'gap'
  /** A number that cannot follow. */
  | 'outlier'
  /** A number lower than the last one: the numbers may have started again. */
  | 'restart'
  | 'crossed'
  | 'unreadable'
  | 'reconnect'
  | 'asked';

/** Sequence number that was not in order. */
export type SequenceDoubt =
  | { readonly kind: 'gap' | 'restart'; readonly expected: number; readonly received: number }
  | { readonly kind: 'outlier'; readonly expected: number; readonly received: unknown };

/** Is told of every event. What it throws is ignored. */
export type FeedListener = (event: FeedEvent) => void;

/** Tells listeners. */
export interface Announcer {
  readonly announce: (event: FeedEvent) => void;
  /** Adds a listener; the answer takes it away. */
  readonly on: (listener: FeedListener) => () => void;
}

/** A list of listeners, `first` among them. */
export function announcer(first: FeedListener | undefined): Announcer {
  const listeners = new Set<FeedListener>(first === undefined ? [] : [first]);
  return {
    announce(event) {
      for (const listener of listeners) {
        quietly(() => listener(event));
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
