import { closable, type Closable } from '../../core/closable.js';
import { conflator, PendingMessages } from '../conflate.js';
import { FeedError } from '../errors.js';
import type { Channel } from '../feed.js';
import type { ResetReason } from './events.js';
import type { Consumer } from './key-stream.js';

/** Behaviour of a queue when messages arrive faster than they are read. */
export interface QueueOptions {
  /**
   * Policy for a full queue. Default: `fail`.
   *
   * - `fail` ends the subscription with an error.
   * - `drop-oldest` drops messages and counts them.
   * - `latest` keeps the last message of each key.
   * - `merge` keeps one message for each key, merged as the description defines.
   */
  readonly policy?: 'fail' | 'drop-oldest' | 'latest' | 'merge';
  /** Maximum number of queued messages. Default: 10,000. */
  readonly limit?: number;
}

/** Callbacks of a subscription. */
export interface SubscriptionCallbacks<Message = unknown, Snapshot = unknown> {
  /**
   * Called for each message immediately. Messages are then not queued, and the subscription yields none when iterated.
   */
  onMessage?(message: Message, key: string): void;
  /** Called with the response of an operation after a gap: it replaces all previous messages of the key. */
  onSnapshot?(snapshot: Snapshot, key: string): void;
  /** Called when the state of a key is no longer valid, because messages are missing or the connection was replaced. */
  onReset?(key: string, reason: ResetReason): void;
}

/**
 * Messages of one channel. It can be iterated once. The iteration
 * ends when the program unsubscribes, and throws if the feed ends it.
 */
export interface Subscription<Message = unknown> extends AsyncIterable<Message>, Closable {
  /** The channel's key in the description. */
  readonly channel: string;
  readonly keys: readonly string[];
  /** Number of messages dropped because the queue was full. */
  readonly dropped: number;
  /** Number of queued messages. */
  readonly waiting: number;
  /** Unsubscribes. Resolves when the feed has acknowledged it. Queued messages can still be read. */
  unsubscribe(): Promise<void>;
}

/** A subscription with its internals. */
export interface ManagedSubscription {
  readonly subscription: Subscription;
  readonly consumer: Consumer;
  /** Ends the subscription. */
  readonly finish: (error?: FeedError) => void;
}

/** Creates a subscription that is not connected to streams. `leave` is called once, when the subscription ends. */
export function createSubscription(
  channel: Channel,
  keys: readonly string[],
  options: SubscriptionCallbacks & { readonly queue?: QueueOptions | undefined },
  onCallbackError: (error: unknown) => void,
  leave: () => Promise<void>,
): ManagedSubscription {
  const { policy = 'fail', limit = 10_000 } = options.queue ?? {};
  const mode = policy === 'latest' || policy === 'merge' ? policy : 'none';
  const pending = new PendingMessages(conflator(channel, mode), Math.max(1, limit));
  const waiters: ((result: 'look') => void)[] = [];
  let dropped = 0;
  let end: { readonly error: FeedError | undefined } | undefined;
  let leaving: Promise<void> | undefined;

  const wake = (): void => waiters.shift()?.('look');
  const finish = (error?: FeedError): void => {
    if (end !== undefined) return;
    end = { error };
    while (waiters.length > 0) wake();
  };
  const callSafely = (callback: () => void): void => {
    try {
      callback();
    } catch (error) {
      onCallbackError(error);
    }
  };
  const stop = (): Promise<void> => {
    finish();
    leaving ??= leave();
    return leaving;
  };

  const queue = (value: unknown, message: string, key: string): void => {
    if (end !== undefined) return;
    if (policy === 'fail' && pending.size >= limit) {
      finish(new FeedError('overflow', `Messages of "${channel.key}" are not read quickly enough`));
      leaving ??= leave();
      leaving.catch(() => undefined);
      return;
    }
    dropped += pending.add(message, key, value);
    wake();
  };

  const next = async (): Promise<IteratorResult<unknown, undefined>> => {
    for (;;) {
      const taken = pending.take();
      if (taken !== undefined) return { done: false, value: taken.value };
      if (end?.error !== undefined) throw end.error;
      if (end !== undefined) return { done: true, value: undefined };
      await new Promise((resolve) => waiters.push(resolve));
    }
  };

  const members: Omit<Subscription, typeof Symbol.asyncDispose> = {
    channel: channel.key,
    keys,
    get dropped() {
      return dropped;
    },
    get waiting() {
      return pending.size;
    },
    unsubscribe: stop,
    [Symbol.asyncIterator]: () => ({
      next,
      async return() {
        pending.clear();
        await stop();
        return { done: true, value: undefined };
      },
    }),
  };

  return {
    finish,
    subscription: closable(members, stop),
    consumer: {
      needsSnapshot: options.onSnapshot !== undefined,
      message:
        options.onMessage === undefined
          ? queue
          : (value, _, key) => {
              if (end === undefined) callSafely(() => options.onMessage?.(value, key));
            },
      snapshot(value, key) {
        if (end === undefined) callSafely(() => options.onSnapshot?.(value, key));
      },
      reset(key, reason) {
        if (end === undefined) callSafely(() => options.onReset?.(key, reason));
      },
      fail: finish,
    },
  };
}
