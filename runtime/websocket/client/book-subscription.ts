import type { Closable } from '../../core/closable.js';
import type { LevelBookView } from '../book/level-book.js';
import type { MaintainedBook } from '../book/reader.js';
import { FeedError } from '../errors.js';
import type { ResetReason } from './events.js';
import type { Consumer } from './key-stream.js';

/** Callbacks of a book. */
export interface BookCallbacks<View extends LevelBookView> {
  /** Called when a snapshot has replaced the whole book. */
  readonly onSnapshot?: (book: View) => void;
  /** Called when a message of the feed has changed the book. */
  readonly onUpdate?: (book: View, message: unknown) => void;
  /** Called when the book is no longer up to date, until the next snapshot. */
  readonly onStale?: (reason: ResetReason) => void;
  /** Ends the subscription. */
  readonly signal?: AbortSignal;
}

/** An order book that is maintained for the duration of a subscription. */
export interface BookSubscription<View extends LevelBookView> extends Closable {
  readonly channel: string;
  readonly key: string;
  readonly book: View;
  /** True if the book is complete and up to date. False while a gap is repaired or the connection is lost. */
  readonly isLive: boolean;
  /** Unsubscribes. The book keeps its last state. */
  close(): Promise<void>;
}

/** A book with the internals of its subscription. */
export interface ManagedBook<View extends LevelBookView> {
  readonly consumer: Consumer;
  readonly isLive: () => boolean;
  /** Resolves when the book is complete for the first time; rejects if it cannot be. */
  readonly ready: Promise<void>;
  readonly maintained: MaintainedBook<View>;
}

/** Maintains a book from the messages of one key. Calls `repair` if the book cannot be in the state of the feed. */
export function followBook<View extends LevelBookView>(
  maintained: MaintainedBook<View>,
  { onSnapshot, onUpdate, onStale }: BookCallbacks<View>,
  repair: (reason: 'crossed' | 'unreadable') => void,
  onCallbackError: (error: unknown) => void,
): ManagedBook<View> {
  let isLive = false;
  let settle: { resolve: () => void; reject: (error: FeedError) => void } | undefined;
  const ready = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  const callSafely = (callback: () => void): void => {
    try {
      callback();
    } catch (error) {
      onCallbackError(error);
    }
  };
  const snapshot = (isReadable: boolean): void => {
    if (!isReadable || maintained.book.isCrossed) {
      repair(isReadable ? 'crossed' : 'unreadable');
      return;
    }
    isLive = true;
    callSafely(() => onSnapshot?.(maintained.book));
    settle?.resolve();
  };
  const update = (effect: 'update' | 'unreadable', value: unknown): void => {
    if (effect === 'unreadable') repair('unreadable');
    else if (!isLive) return;
    else if (maintained.book.isCrossed) repair('crossed');
    else if (onUpdate !== undefined) callSafely(() => onUpdate(maintained.book, value));
  };
  return {
    maintained,
    ready,
    isLive: () => isLive,
    consumer: {
      needsSnapshot: true,
      message(value, message) {
        const effect = maintained.apply(message, value);
        if (effect === 'snapshot') snapshot(true);
        else if (effect !== 'nothing') update(effect, value);
      },
      snapshot(value) {
        snapshot(maintained.replace(value));
      },
      reset(_, reason) {
        if (!isLive) return;
        isLive = false;
        callSafely(() => onStale?.(reason));
      },
      fail(error) {
        isLive = false;
        settle?.reject(error ?? new FeedError('closed', 'The feed was closed'));
      },
    },
  };
}
