import type { LevelBookView } from '../book/level-book.js';
import type { KeptBook } from '../book/reader.js';
import { FeedError } from '../errors.js';
import type { ResetReason } from './events.js';
import type { Consumer } from './key-stream.js';

/** What a program may be told about a book. */
export interface BookCallbacks<View extends LevelBookView> {
  /** The whole book is new. */
  readonly onSnapshot?: (book: View) => void;
  /** A message of the feed has changed it. */
  readonly onUpdate?: (book: View, message: unknown) => void;
  /** The book no longer holds what the feed knows, until the next snapshot. */
  readonly onStale?: (reason: ResetReason) => void;
  /** Ends the subscription. */
  readonly signal?: AbortSignal;
}

/** An order book that is kept as long as one is subscribed. */
export interface BookSubscription<View extends LevelBookView> {
  readonly channel: string;
  readonly key: string;
  readonly book: View;
  /** Whether the book is whole and follows the feed; not so while a gap is repaired or the connection is lost. */
  readonly isLive: boolean;
  /** Leaves the feed; the book stays as it is. */
  close(): Promise<void>;
}

/** A book from inside. */
export interface OwnBook<View extends LevelBookView> {
  readonly consumer: Consumer;
  readonly isLive: () => boolean;
  /** Resolves when the book is whole for the first time, rejects where that will not be. */
  readonly whole: Promise<void>;
  readonly kept: KeptBook<View>;
}

/** Keeps a book from the messages of one key. `repair` is asked for where the book can not be what the feed knows. */
export function followBook<View extends LevelBookView>(
  kept: KeptBook<View>,
  { onSnapshot, onUpdate, onStale }: BookCallbacks<View>,
  repair: (reason: 'crossed' | 'unreadable') => void,
  onCallbackError: (error: unknown) => void,
): OwnBook<View> {
  let isLive = false;
  let settle: { resolve: () => void; reject: (error: FeedError) => void } | undefined;
  const whole = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  const guarded = (callback: () => void): void => {
    try {
      callback();
    } catch (error) {
      onCallbackError(error);
    }
  };
  const snapshot = (isReadable: boolean): void => {
    if (!isReadable || kept.book.isCrossed) {
      repair(isReadable ? 'crossed' : 'unreadable');
      return;
    }
    isLive = true;
    guarded(() => onSnapshot?.(kept.book));
    settle?.resolve();
  };
  const update = (effect: 'update' | 'unreadable', value: unknown): void => {
    if (effect === 'unreadable') repair('unreadable');
    else if (!isLive) return;
    else if (kept.book.isCrossed) repair('crossed');
    else if (onUpdate !== undefined) guarded(() => onUpdate(kept.book, value));
  };
  return {
    kept,
    whole,
    isLive: () => isLive,
    consumer: {
      needsSnapshot: true,
      message(value, message) {
        const effect = kept.apply(message, value);
        if (effect === 'snapshot') snapshot(true);
        else if (effect !== 'nothing') update(effect, value);
      },
      snapshot(value) {
        snapshot(kept.replace(value));
      },
      reset(_, reason) {
        if (!isLive) return;
        isLive = false;
        guarded(() => onStale?.(reason));
      },
      fail(error) {
        isLive = false;
        settle?.reject(error ?? new FeedError('closed', 'The feed was closed'));
      },
    },
  };
}
